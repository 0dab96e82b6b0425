"""Code of models for agent frameworks, run by Ferrotape: LangChain, pydantic-ai, and servers of the MCP SDK.

Each gives a tool whose programs, in JavaScript or TypeScript, call other tools as async functions: many in one step, in parallel, in loops.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ferrotape import ByIdentity, Engine, FerrotapeError, JsFunction, JsMap, JsObject, JsPromise, undefined

#: Where nothing is said: what waits for tools counts for nothing.
LIMITS = {"time": 5.0, "memory": 64 << 20}
MOST_LOGS = 1_000
HOW_TO = (
    "Runs a program in JavaScript or TypeScript and gives its value: statements with `return` and `await` at the top level. "
    "There are no files and no network, but these async functions:"
)

Function = Callable[..., Any]

#: What ends with its engine.
HELD = (JsFunction, JsObject, JsPromise)
#: The longest text of a value. What a script holds once may be in it any number of times.
MOST_TEXT = 1 << 20


async def run_program(
    code: str, tools: Mapping[str, Function] | None = None, limits: Mapping[str, Any] | None = None
) -> tuple[Any, str | None, list[str]]:
    """Runs a program in an engine of its own. Returns its value, the error that a model needs to mend it, and what the console was told."""
    logs: list[str] = []

    def log(level: str, text: str) -> None:
        if len(logs) < MOST_LOGS:
            logs.append(text if level == "log" else f"[{level}] {text}")

    try:
        with Engine(limits=LIMITS if limits is None else limits, typescript=True, on_output=log) as engine:
            for name, tool in (tools or {}).items():
                engine.call(tool, name=name)
            value = await engine.run(code)
            return (data(value, {}) if engine.stats()["handles"] else value), None, logs
    except RecursionError:
        return None, "the value is nested too deeply: return its data", logs
    except FerrotapeError as error:
        return None, error.report, logs


def data(value: Any, seen: dict[int, Any], pairs: bool = False) -> Any:
    """Returns a value with texts in place of what ends with the engine: functions, instances of classes, promises. With `pairs`, Maps
    are lists of pairs."""
    if isinstance(value, HELD):
        return str(value)
    if isinstance(value, ByIdentity):
        return data(value.value, seen, pairs)
    if id(value) in seen:
        return seen[id(value)]
    if pairs and isinstance(value, JsMap):
        items: list[Any] = []
        seen[id(value)] = items
        # Pairs are made here, and their ids may be those of later ones: `seen` has none of them.
        items.extend([data(key, seen, pairs), data(item, seen, pairs)] for key, item in value.items())
        return items
    if isinstance(value, list):
        elements: list[Any] = [] if pairs else type(value)()
        seen[id(value)] = elements
        elements.extend(data(element, seen, pairs) for element in value)
        return elements
    if isinstance(value, dict):
        members = seen[id(value)] = type(value)()
        members.update((data(key, seen) if isinstance(key, HELD) else key, data(item, seen, pairs)) for key, item in value.items())
        return members
    return value


def told(value: Any, error: str | None, logs: list[str]) -> str:
    """Returns what a model reads of a run."""
    text = error or (value if isinstance(value, str) else shown(value))
    return text if not logs else "\n".join([text, "console:", *logs])


def shown(value: Any) -> str:
    """Returns a value as JSON. A model is told where there is none."""
    try:
        encoder = json.JSONEncoder(default=plain, ensure_ascii=False)
        pieces: list[str] = []
        left = MOST_TEXT
        for piece in encoder.iterencode(data(value, {}, pairs=True)):
            pieces.append(piece)
            left -= len(piece)
            if left < 0:
                return "the value is too long: return less of it"
        return "".join(pieces)
    except (TypeError, ValueError, RecursionError):
        return "a value that holds itself, or is nested too deeply: return its data"


def plain(value: Any) -> Any:
    """Returns a value that JSON has, for one that it has not."""
    return None if value is undefined else str(value)


def described(tools: Sequence[tuple[str, str | None, Any]]) -> str:
    """Returns what a model is told of the tools: names, what they are for, the JSON Schemas of their inputs."""
    lines = [HOW_TO]
    for name, description, schema in tools:
        about = f": {description.strip()}" if description else ""
        lines.append(f"- {expression(name)}(input){about} Input: {json.dumps(schema)}")
    return "\n".join(lines)


def expression(name: str) -> str:
    """Returns how a program names a tool: not all names are ones of JavaScript, as those of servers with dashes. Dots make objects."""
    return "tools" + "".join(f".{part}" if part.isidentifier() else f"[{json.dumps(part)}]" for part in name.split("."))


def langchain_tool(tools: Sequence[Any] = (), *, limits: Mapping[str, Any] | None = None, name: str = "run") -> Any:
    """Returns a tool for LangChain, whose programs call other tools of LangChain (`BaseTool`)."""
    from langchain_core.tools import StructuredTool, ToolException

    def caller(tool: Any) -> Callable[..., Awaitable[Any]]:
        return lambda input=None: tool.ainvoke({} if input is None else input)

    functions = {f"tools.{tool.name}": caller(tool) for tool in tools}

    async def run(code: str) -> str:
        value, error, logs = await run_program(code, functions, limits)
        if error is not None:
            raise ToolException(told(value, error, logs))
        return told(value, error, logs)

    def run_now(code: str) -> str:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(run(code))
        # As in notebooks: the loop of this thread waits, and another one runs the program.
        context = contextvars.copy_context()
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(lambda: context.run(asyncio.run, run(code))).result()

    about = described([(tool.name, tool.description, tool.get_input_schema().model_json_schema()) for tool in tools])
    return StructuredTool.from_function(run_now, run, name=name, description=about, handle_tool_error=True)


def pydantic_ai_toolset(toolset: Any = None, *, limits: Mapping[str, Any] | None = None, name: str = "run") -> Any:
    """Returns a toolset for pydantic-ai with one tool, whose programs call the tools of another toolset."""
    from pydantic_ai import ModelRetry, RunContext, ToolDefinition
    from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
    from pydantic_core import SchemaValidator, core_schema

    schema = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"], "additionalProperties": False}
    field = core_schema.typed_dict_field(core_schema.str_schema())
    validator = SchemaValidator(core_schema.typed_dict_schema({"code": field}, extra_behavior="forbid"))

    class CodeToolset(AbstractToolset[Any]):
        @property
        def id(self) -> str | None:
            return None if toolset is None or toolset.id is None else f"{toolset.id}-code"

        async def __aenter__(self) -> Any:
            if toolset is not None:
                await toolset.__aenter__()
            return self

        async def __aexit__(self, *exception: Any) -> bool | None:
            return None if toolset is None else await toolset.__aexit__(*exception)

        async def inner(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
            return {} if toolset is None else await toolset.get_tools(ctx)

        async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
            inner = [tool.tool_def for tool in (await self.inner(ctx)).values()]
            about = described([(tool.name, tool.description, tool.parameters_json_schema) for tool in inner])
            definition = ToolDefinition(name=name, description=about, parameters_json_schema=schema)
            return {name: ToolsetTool(toolset=self, tool_def=definition, max_retries=3, args_validator=validator)}

        async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: Any) -> Any:
            inner = await self.inner(ctx)

            def caller(key: str, it: Any) -> Callable[..., Awaitable[Any]]:
                async def call(input: Any = None) -> Any:
                    arguments = it.args_validator.validate_python({} if input is None else input)
                    return await toolset.call_tool(key, arguments, ctx, it)

                return call

            functions = {f"tools.{key}": caller(key, it) for key, it in inner.items()}
            value, error, logs = await run_program(tool_args["code"], functions, limits)
            if error is not None:
                raise ModelRetry(told(value, error, logs))
            return told(value, error, logs)

    return CodeToolset()


def add_to_mcp_server(
    server: Any, tools: Mapping[str, Function] | None = None, *, limits: Mapping[str, Any] | None = None, name: str = "run"
) -> None:
    """Gives a server of the MCP SDK (`MCPServer`) a tool whose programs call functions of yours, which may be async."""
    from mcp.server.mcpserver.exceptions import ToolError

    given = dict(tools or {})
    about = described([(key, inspect.getdoc(f), str(inspect.signature(f))) for key, f in given.items()])

    async def run(code: str) -> str:
        value, error, logs = await run_program(code, {f"tools.{key}": f for key, f in given.items()}, limits)
        if error is not None:
            # Clients are told of no other exception.
            raise ToolError(told(value, error, logs))
        return told(value, error, logs)

    server.add_tool(run, name=name, description=about)
