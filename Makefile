# The front door: each target installs what is missing, configures once, and leaves the rest to CMake, Ninja and ctest.

PREFIX ?= /usr/local
BUILD := build
DEBUG := build/debug
MPI := build/mpi
FOREIGN := build/foreign
NINJA_FLAGS ?=
CTEST_FLAGS ?= -j2 --output-on-failure
N ?=
SECONDS ?= 3600

.PHONY: all release debug mpi run test install uninstall dist deb deb-check vscode oracle oracle-mpc memory-oracle storage proofs structures \
        soak kept kinds csmith projects replay limits \
        format clean matrix foreign metamorphic fuzz campaign bench bench-predict bench-mpc bench-ag bench-lazy \
        bench-dpor bench-tdv bench-workload bench-auto bench-endless bench-jobs bench-switches
.DELETE_ON_ERROR:

all: release

release:
	@scripts/setup.sh build
	@[ -f $(BUILD)/build.ninja ] || cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release
	@cmake --build $(BUILD) -- $(NINJA_FLAGS)

# Sanitizers and assertions. Built with clang while the release is built with the system's compiler, so that the
# warnings of both are errors without a third build.
debug:
	@scripts/setup.sh build test
	@[ -f $(DEBUG)/build.ninja ] || \
	    cmake -S . -B $(DEBUG) -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-19
	@cmake --build $(DEBUG) -- $(NINJA_FLAGS)

# A program whose ranks work together under mpirun (doc/parallel.md). It links MPI, which the others do not.
mpi:
	@scripts/setup.sh build mpi
	@[ -f $(MPI)/build.ninja ] || cmake -S . -B $(MPI) -G Ninja -DCMAKE_BUILD_TYPE=Release -DRADDLE_MPI=ON
	@cmake --build $(MPI) -- $(NINJA_FLAGS)

# The example is wrong on purpose: raddle answers FALSE with exit status 1, and anything else is a failure.
run: release
	@echo "build/raddle examples/bank.c"; \
	 $(BUILD)/raddle examples/bank.c; status=$$?; \
	 if [ $$status -ne 1 ]; then echo "make run: expected exit status 1 (FALSE), got $$status" >&2; exit 1; fi

# Configures again if there was a build already: it may have been made before the libraries of the tests were there.
test:
	@scripts/setup.sh build test
	@[ ! -f $(BUILD)/build.ninja ] || cmake $(BUILD) >/dev/null
	@$(MAKE) --no-print-directory release debug
	ctest --test-dir $(DEBUG) $(CTEST_FLAGS)
	ctest --test-dir $(BUILD) $(CTEST_FLAGS)

# The unit tests as both compilers make them, without optimisation and with it.
matrix:
	@scripts/setup.sh build test
	@status=0; \
	 for compiler in gcc clang-19; do \
	     for level in O0 O2; do \
	         folder=$(BUILD)/matrix/$$compiler-$$level; \
	         [ -f $$folder/build.ninja ] || cmake -S . -B $$folder -G Ninja -DCMAKE_BUILD_TYPE=None \
	             -DRADDLE_LIBRARY=OFF -DCMAKE_C_COMPILER=$$compiler -DCMAKE_C_FLAGS=-$$level >/dev/null || exit 1; \
	         cmake --build $$folder --target unit_tests -- $(NINJA_FLAGS) || exit 1; \
	         echo "$$compiler -$$level"; \
	         ctest --test-dir $$folder $(CTEST_FLAGS) -R '^unit/' || status=1; \
	     done; \
	 done; \
	 exit $$status

# The unit tests for the other one of x86-64 and aarch64, run by an emulator (doc/testing.md).
foreign:
	@scripts/setup.sh build foreign
	@scripts/foreign.sh $(FOREIGN)
	@[ -f $(FOREIGN)/build/build.ninja ] || cmake -S . -B $(FOREIGN)/build -G Ninja -DCMAKE_BUILD_TYPE=Release \
	    -DRADDLE_LIBRARY=OFF -DCMAKE_TOOLCHAIN_FILE=$(abspath $(FOREIGN))/toolchain.cmake
	@cmake --build $(FOREIGN)/build --target unit_tests -- $(NINJA_FLAGS)
	RADDLE_CLANG=$(abspath $(FOREIGN))/clang RADDLE_EMULATED=1 ctest --test-dir $(FOREIGN)/build $(CTEST_FLAGS) -R '^unit/'

install: release
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

uninstall:
	@cmake -DROOT="$(DESTDIR)$(PREFIX)" -P cmake/Uninstall.cmake

# The source as an archive that builds without git: what is committed, and the name of the commit.
dist:
	@mkdir -p $(BUILD)
	@version=$$(sed -n 's/^project(raddle VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt); \
	 commit=$$(git rev-parse --short=10 HEAD) && \
	 git archive --prefix=raddle-$$version/ --add-virtual-file=raddle-$$version/COMMIT:$$commit \
	     -o $(BUILD)/raddle-$$version.tar.gz HEAD && \
	 echo "$(BUILD)/raddle-$$version.tar.gz: commit $$commit"

# Debian packages of what is committed, in build/deb: raddle, libraddle0, libraddle-dev.
deb:
	@scripts/setup.sh build deb
	@scripts/make_deb.sh $(BUILD)/deb

# Installs them in a bare Debian, checks an example, removes them, and looks whether anything is left. Needs root.
deb-check: deb
	@scripts/check_deb.sh $(BUILD)/deb

# The extension for VS Code.
vscode:
	@python3 contrib/vscode/package.py $(BUILD)

bench: release
	python3 bench/run.py --raddle $(BUILD)/raddle
	@cmake --build $(BUILD) --target bench_clone -- $(NINJA_FLAGS)
	$(BUILD)/bench_clone bench/clone_subject.c

# Both tables are printed even if the first shows a wrong verdict.
bench-predict: release
	@status=0; \
	 python3 bench/predict.py --raddle $(BUILD)/raddle || status=1; \
	 python3 bench/predict_growth.py --raddle $(BUILD)/raddle --eager || status=1; \
	 exit $$status

bench-mpc: release
	python3 bench/mpc.py --raddle $(BUILD)/raddle

bench-ag: release
	python3 bench/ag.py --raddle $(BUILD)/raddle

bench-dpor: release
	python3 bench/dpor.py --raddle $(BUILD)/raddle

bench-lazy: release
	python3 bench/lazy.py --raddle $(BUILD)/raddle

bench-tdv: release
	python3 bench/tdv.py --raddle $(BUILD)/raddle

bench-workload: release
	python3 bench/workload.py --raddle $(BUILD)/raddle

bench-auto: release
	@scripts/setup.sh build test
	python3 bench/auto.py --raddle $(BUILD)/raddle --results $(BUILD)/auto-results.jsonl --plot $(BUILD)/auto.svg

bench-endless: release
	@scripts/setup.sh build test
	python3 bench/endless.py --raddle $(BUILD)/raddle

bench-jobs: release
	python3 bench/jobs.py --raddle $(BUILD)/raddle

bench-switches: release
	python3 bench/switches.py --raddle $(BUILD)/raddle

bench-length: release
	python3 bench/length.py --raddle $(BUILD)/raddle

oracle: release
	python3 test/run_oracle.py --raddle $(BUILD)/raddle --count $(or $(N),300)

# Both engines are compared even if the first disagrees.
oracle-mpc: release
	@status=0; \
	 for engine in mpc mcr; do \
	     echo "the oracle against $$engine"; \
	     python3 test/run_oracle.py --raddle $(BUILD)/raddle --engine=$$engine --count $(or $(N),300) || status=1; \
	 done; \
	 exit $$status

# The outcomes of random programs about memory orders. MODELS= and ENGINES= are lists with commas.
memory-oracle: release
	python3 test/memory_oracle.py --raddle $(BUILD)/raddle --count $(or $(N),300) --seed $(or $(SEED),1) \
	    $(if $(MODELS),--models=$(MODELS)) $(if $(ENGINES),--engines=$(ENGINES))

# Proofs about random programs without end, against runs. ENGINES= is a list with commas.
proofs: release
	python3 test/proofs.py --raddle $(BUILD)/raddle --count $(or $(N),300) --seed $(or $(SEED),1) --keep $(BUILD)/proofs \
	    $(if $(ENGINES),--engines=$(ENGINES))

# Random programs whose memory comes from different places.
storage: release
	python3 test/storage.py --raddle $(BUILD)/raddle --count $(or $(N),300) --seed $(or $(SEED),1) --timeout 10 \
	    $(if $(MODELS),--models=$(MODELS)) $(if $(ENGINE),--engine=$(ENGINE))

# Data structures with weakened memory orders, with two and three threads, and a table of how long each takes.
structures: release
	python3 test/run_structures.py --raddle $(BUILD)/raddle --three --table --jobs 1 --models=c11 \
	    --engines=$(or $(ENGINES),auto) --timeout 20

# Engines against the oracle. SEED= is the first seed, ENGINES= a list with commas or `all`, JOBS= how many programs at
# once.
soak: release
	python3 test/soak.py --raddle $(BUILD)/raddle --count $(or $(N),1000) --seed $(or $(SEED),1) \
	    --jobs $(or $(JOBS),2) $(if $(ENGINES),--engines=$(ENGINES))

# The programs that engines once disagreed on, also those that take long.
kept: release
	python3 test/soak.py --raddle $(BUILD)/raddle --jobs $(or $(JOBS),2) --no-shrink \
	    $(wildcard test/kept/*.c test/kept/long/*.c)

# Every output of failing programs of all kinds.
kinds: release
	@scripts/setup.sh build test
	python3 test/run_kinds.py --raddle $(BUILD)/raddle

csmith: release
	@scripts/setup.sh build csmith
	python3 test/run_csmith.py --raddle $(BUILD)/raddle --count $(or $(N),300)

# Programs changed in ways that do not matter.
metamorphic: release
	@scripts/setup.sh build test
	python3 test/metamorphic.py --raddle $(BUILD)/raddle --count $(or $(N),400) --seed $(or $(SEED),1) \
	    --jobs $(or $(JOBS),2)

# AFL++ on what raddle reads. SECONDS= for all formats together, FORMATS= a list with commas.
fuzz: release
	@scripts/setup.sh build fuzz
	python3 test/run_fuzz.py --raddle $(BUILD)/raddle --seconds $(SECONDS) $(if $(FORMATS),--formats=$(FORMATS))

# The soak, metamorphic, csmith and fuzz one after the other, in SECONDS= altogether, with seeds of their own each time.
campaign: release
	@scripts/setup.sh build test csmith fuzz
	python3 test/campaign.py --raddle $(BUILD)/raddle --seconds $(SECONDS) --jobs $(or $(JOBS),2) \
	    $(if $(SEED),--seed $(SEED))

# Projects of several files, with and without bugs, through their own build.
projects: release
	python3 test/run_projects.py --raddle $(BUILD)/raddle

replay: release
	python3 test/run_replay.py --raddle $(BUILD)/raddle --count $(or $(N),1000) test/programs

# All engines with small limits, and signals at random moments. N= how many signals, SEED= which moments.
limits: release
	python3 test/run_limits.py --raddle $(BUILD)/raddle --replay --signals $(or $(N),300) --seed $(or $(SEED),1)

format:
	@scripts/setup.sh format
	clang-format-19 -i $$(find src test/unit -name '*.c' -o -name '*.h')

clean:
	rm -rf $(BUILD)
