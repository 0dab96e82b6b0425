"""The tools in the real packages, with models that are scripts."""

import asyncio

import pytest

from ferrotape_agents import add_to_mcp_server, expression, langchain_tool, pydantic_ai_toolset, run_program, told

BOTH = "const all = await Promise.all(['Oslo', 'Bergen'].map((town) => tools.weather({ town }))); return all.map((it) => it.degrees)"


def test_a_program_has_tools_limits_and_a_console():
    async def search(words):
        return [{"title": f"About {words}"}]

    code = "console.log('hi'); console.warn('oh'); return (await search('tides'))[0].title"
    assert asyncio.run(run_program(code, {"search": search})) == ("About tides", None, ["hi", "[warn] oh"])
    _, error, _ = asyncio.run(run_program("for (;;) {}", limits={"time": 0.1}))
    assert error is not None and ("time" in error or "deadline" in error)
    _, error, _ = asyncio.run(run_program("let x = 1\nnull.y"))
    assert error is not None and ":2:" in error

    async def many():
        async def wait(n):
            await asyncio.sleep(0.01)
            return n

        return await asyncio.gather(*(run_program(f"return await wait({i})", {"wait": wait}) for i in range(100)))

    assert [value for value, _, _ in asyncio.run(many())] == list(range(100))


def test_names_and_values_that_are_not_plain():
    assert expression("get-weather") == 'tools["get-weather"]'
    assert expression("maps.find it") == 'tools.maps["find it"]'
    value, error, logs = asyncio.run(run_program("const o = {}; o.o = o; return o"))
    assert "holds itself" in told(value, error, logs)
    # What stays in the engine ends with it: models read its text.
    odd = "class A { b = 1 } return [new A(), { f(x) {} }, /a+/g, Promise.resolve(1), new Map([[[1], 'x']]), new Set([1])]"
    assert told(*asyncio.run(run_program(odd))).startswith('["A { b: 1 }", {"f": "')
    assert told(*asyncio.run(run_program("return [new Map([[{ k: 1 }, 'x'], [2, 3n]]), new Set([1])]"))) == '[[[{"k": 1}, "x"], [2, 3]], [1]]'
    # Pairs of one Map are none of another.
    assert told(*asyncio.run(run_program("return [new Map([[1, 2]]), new Map([[3, 4]]), new Map([[5, 6]])]"))) == "[[[1, 2]], [[3, 4]], [[5, 6]]]"
    keys = "class A { b = 1 } return new Map([[new A(), () => 1]])"
    assert told(*asyncio.run(run_program(keys))).startswith('[["A { b: 1 }", "')
    shared = "let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return a"
    assert "too long" in told(*asyncio.run(run_program(shared)))


def test_langchain():
    tools = pytest.importorskip("langchain_core.tools")

    @tools.tool
    async def weather(town: str) -> dict:
        """The weather of a town."""
        return {"town": town, "degrees": len(town)}

    @tools.tool
    def fails() -> None:
        """Fails."""
        raise LookupError("gone")

    run = langchain_tool([weather, fails])
    assert "tools.weather(input): The weather of a town." in run.description and '"town"' in run.description
    assert run.invoke({"code": BOTH}) == "[4, 6]"
    assert asyncio.run(run.ainvoke({"code": BOTH})) == "[4, 6]"

    async def notebook():
        return run.invoke({"code": BOTH})

    assert asyncio.run(notebook()) == "[4, 6]"
    assert "LookupError: gone" in run.invoke({"code": "await tools.fails({})"})
    assert "town" in run.invoke({"code": "await tools.weather({ town: [] })"})


def test_pydantic_ai():
    pytest.importorskip("pydantic_ai")
    from pydantic_ai import Agent, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.toolsets import FunctionToolset

    def weather(town: str) -> dict[str, object]:
        """The weather of a town."""
        return {"town": town, "degrees": len(town)}

    seen = []

    def model(messages, info):
        seen.append(info.function_tools[0].description)
        parts = [part for message in messages for part in message.parts]
        returned = [part.content for part in parts if part.part_kind in ("tool-return", "retry-prompt")]
        if not returned:
            return ModelResponse(parts=[ToolCallPart("run", {"code": "await tools.weather({ town: 5 })"})])
        if len(returned) == 1:
            assert "town" in str(returned[0])
            return ModelResponse(parts=[ToolCallPart("run", {"code": BOTH})])
        return ModelResponse(parts=[TextPart(f"result {returned[-1]}")])

    agent = Agent(FunctionModel(model), toolsets=[pydantic_ai_toolset(FunctionToolset([weather]))])
    assert agent.run_sync("How warm?").output == "result [4, 6]"
    assert "tools.weather(input): The weather of a town." in seen[0]


def test_a_server_of_the_mcp_sdk():
    pytest.importorskip("mcp")
    from mcp.client import Client
    from mcp.server.mcpserver import MCPServer

    async def weather(town: str) -> dict:
        """The weather of a town."""
        return {"town": town, "degrees": len(town)}

    server = MCPServer("test")
    add_to_mcp_server(server, {"weather": lambda input: weather(**input)})

    async def main():
        async with Client(server) as client:
            (tool,) = (await client.list_tools()).tools
            assert tool.name == "run" and "tools.weather" in (tool.description or "")
            done = await client.call_tool("run", {"code": BOTH})
            assert not done.is_error and done.content[0].text == "[4, 6]"
            failed = await client.call_tool("run", {"code": "null.x"})
            assert failed.is_error and "TypeError" in failed.content[0].text

    asyncio.run(main())
