import type { AnyCall } from '@backlot/contract/call'
import { Operator } from '@backlot/testing/operator'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { controlCall, controlStream, type ControlTarget } from '../control-client.ts'
import { UserError } from '../user-error.ts'
import { callTools } from './call-tools.ts'
import { platformTools } from './platform-tools.ts'

export type McpOptions = {
  target: ControlTarget
  /** Whether tools may change something. */
  allowControl: boolean
  loginName: string
  password: string
  version: string
}

/** Longest answer in characters: an assistant reads all of it. */
const ANSWER_CHARS = 60_000

/** Serves the control API and the console's calls of a running simulator as tools (Model Context Protocol) over `transport`. */
export async function serveMcp(options: McpOptions, transport: Transport): Promise<Server> {
  const { target, allowControl, loginName, password } = options
  let signingIn: Promise<Operator> | undefined
  const operator = () => {
    signingIn ??= Operator.signIn(target.url, loginName, password).catch((error: unknown) => {
      signingIn = undefined
      throw error
    })
    return signingIn
  }
  const ofCalls = callTools(allowControl)
  const ofPlatform = platformTools(target, operator, allowControl)
  const server = new Server({ name: 'backlot', version: options.version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...ofCalls.map(({ name, description, inputSchema, call }) => ({
        name,
        description,
        inputSchema,
        annotations: { readOnlyHint: call.method === 'GET' },
      })),
      ...ofPlatform.map(({ name, description, input }) => ({
        name,
        description,
        inputSchema: z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as { type: 'object' },
        annotations: { readOnlyHint: name !== 'platform_call' || !allowControl },
      })),
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const ofCall = ofCalls.find((tool) => tool.name === name)
    const own = ofPlatform.find((tool) => tool.name === name)
    if (!ofCall && !own) throw new McpError(ErrorCode.InvalidParams, unknownTool(name, allowControl))
    try {
      if (ofCall) return await runCall(target, ofCall.call, given)
      const input = own!.input.safeParse(given)
      if (!input.success) throw new UserError(z.prettifyError(input.error))
      return textOf(await own!.run(input.data))
    } catch (error) {
      // An error of a tool is an answer, so that the assistant can read it (specification, Error Handling).
      return { content: [{ type: 'text' as const, text: (error as Error).message }], isError: true }
    }
  })
  await server.connect(transport)
  return server
}

function unknownTool(name: string, allowControl: boolean): string {
  const isWriting = !allowControl && callTools(true).some((tool) => tool.name === name)
  return isWriting
    ? `${name} changes something: start backlot mcp with --allow-control.`
    : `There is no tool ${name}.`
}

async function runCall(
  target: ControlTarget,
  call: AnyCall,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const names = new Set(Object.keys(call.params?.shape ?? {}))
  const params = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (names.has(key) ? [[key, String(value)]] : [])),
  )
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !names.has(key)))
  const input = { params, ...(call.method === 'GET' ? { query: rest } : { body: rest }) }
  if (call.raw?.reply?.startsWith('image/')) {
    const bytes = await new Response((await controlStream(target, call, input)) as BodyStream).arrayBuffer()
    const data = Buffer.from(bytes).toString('base64')
    return { content: [{ type: 'image', data, mimeType: call.raw.reply }] }
  }
  return textOf(await controlCall(target, call, input))
}

type BodyStream = ConstructorParameters<typeof Response>[0]

function textOf(data: unknown): CallToolResult {
  const text = JSON.stringify(data, null, 1) ?? 'done'
  const shown =
    text.length <= ANSWER_CHARS
      ? text
      : `${text.slice(0, ANSWER_CHARS)}\n… ${text.length - ANSWER_CHARS} more characters: ask for less (limit, pageSize, filters).`
  return { content: [{ type: 'text', text: shown }] }
}
