"""How BenchExec runs Adumbra and reads what it says. See docs/bench-cluster.md."""

import re

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

# In which Adumbra counts memory.
MEGABYTE = 1 << 20
# What is left for it to say that its time or memory is over, before BenchExec ends it.
TIME_TO_END = 2
MEMORY_TO_END = 50 * MEGABYTE


class Tool(BaseTool2):
    """Adumbra, with `verify` as its command."""

    REQUIRED_PATHS = ["adumbra-llvm"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("adumbra")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="adumbra ")

    def name(self):
        return "Adumbra"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if "--stats" not in options:
            command.append("--stats")
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if model and not {"--32", "--64"} & set(options):
            command.append(model)
        # With one core the clock never shows less than the processor time, so that a limit on the latter is one on the former.
        times = [rlimits.walltime] + ([rlimits.cputime] if (rlimits.cpu_cores or 1) == 1 else [])
        times = [time for time in times if time]
        if times and "--timeout" not in options:
            command += ["--timeout", str(max(1, min(times) - TIME_TO_END))]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(max(1, (rlimits.memory - MEMORY_TO_END) // MEGABYTE))]
        return [*command, *task.input_files]

    def determine_result(self, run):
        said = None
        for line in run.output:
            if line.startswith("Verification result: "):
                said = line[len("Verification result: ") :].strip()
        if said is None:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            if run.exit_code.signal:
                return f"ERROR (signal {run.exit_code.signal})"
            reason = next((line for line in reversed(run.output) if line.startswith("error: ")), None)
            return f"ERROR ({reason[len('error: ') :].strip()})" if reason else result.RESULT_ERROR
        if said == "TRUE":
            return result.RESULT_TRUE_PROP
        false = re.fullmatch(r"FALSE\((.+)\)", said)
        if false:
            return f"{result.RESULT_FALSE_PROP}({false[1]})"
        unknown = re.fullmatch(r"UNKNOWN\((.*)\)", said)
        if unknown is None:
            return f"ERROR (unexpected answer {said})"
        # BenchExec knows these two by their own names.
        if unknown[1] == "timeout":
            return result.RESULT_TIMEOUT
        if unknown[1] == "out of memory":
            return "OUT OF MEMORY"
        return f"{result.RESULT_UNKNOWN}({unknown[1]})" if unknown[1] else result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        # A line of `--stats` is a name, spaces, and the value, which may have a unit. The last one counts: a portfolio prints several.
        value = None
        for line in output:
            if line.startswith(identifier) and line[len(identifier) :][:1].isspace():
                words = line[len(identifier) :].split()
                # A longer name that begins with the same words has a word where the value should be.
                if words and (words[0][0].isdigit() or len(words) == 1):
                    value = words[0]
        return value
