-- raddle in neovim (0.7 or later): require it, or put it into ~/.config/nvim/plugin. Diagnostics come when a C file is opened or
-- saved. :RaddleSteps puts the steps of the diagnostic in this line into the quickfix list, :RaddleCheck checks the
-- program, and :RaddleCheck NAME a function.
local raddle = { path = "raddle", arguments = {}, client = nil }

local function attach(buffer)
    if not raddle.client then
        raddle.client = vim.lsp.start_client({
            name = "raddle",
            cmd = { raddle.path, "lsp" },
            root_dir = vim.fn.getcwd(),
            init_options = { arguments = raddle.arguments },
        })
    end
    if raddle.client then
        vim.lsp.buf_attach_client(buffer, raddle.client)
    end
end

-- Those of the diagnostics in a line of the buffer; all lines if it is nil.
function raddle.steps(buffer, line)
    local items = {}
    for _, diagnostic in ipairs(vim.diagnostic.get(buffer, { lnum = line })) do
        local lsp = diagnostic.user_data and diagnostic.user_data.lsp or {}
        for _, step in ipairs(lsp.relatedInformation or {}) do
            local start = step.location.range.start
            table.insert(items, {
                filename = vim.uri_to_fname(step.location.uri),
                lnum = start.line + 1,
                col = start.character + 1,
                text = step.message,
            })
        end
    end
    return items
end

function raddle.check(name)
    local uri = vim.uri_from_bufnr(0)
    vim.lsp.buf_request(0, "workspace/executeCommand", {
        command = name and "raddle.checkFunction" or "raddle.check",
        arguments = name and { uri, name } or { uri },
    }, function() end)
end

-- `options`: path of the program, arguments for all checks. Before the first C file is opened.
function raddle.setup(options)
    raddle.path = options.path or raddle.path
    raddle.arguments = options.arguments or raddle.arguments
end

local group = vim.api.nvim_create_augroup("raddle", {})
vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "c",
    callback = function(event) attach(event.buf) end,
})
vim.api.nvim_create_user_command("RaddleSteps", function()
    vim.fn.setqflist(raddle.steps(0, vim.api.nvim_win_get_cursor(0)[1] - 1))
    vim.cmd("copen")
end, {})
vim.api.nvim_create_user_command("RaddleCheck", function(command)
    raddle.check(command.args ~= "" and command.args or nil)
end, { nargs = "?" })

return raddle
