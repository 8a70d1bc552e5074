import type { AnyCall } from '@backlot/contract/call'
import { ALL_CALLS } from '@backlot/contract/calls'
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { type ControlTarget, controlCall, controlStream } from '../control-client.ts'
import { inputSchemaOf, splitInput } from './call-input.ts'
import { textResult } from './text-result.ts'

/** Streams and files, which are of no use as text, and what the sign-in of this program itself needs. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'control.live',
  'control.capture',
  'control.snapshotFile',
  'control.importSnapshot',
  'control.verifyCode',
])

/** Adds a tool for each call of the control API; for those that change something only with `writing`. */
export function addControlTools(server: McpServer, target: ControlTarget, writing: boolean): void {
  for (const call of ALL_CALLS) {
    if (call.access.kind !== 'control' || LEFT_OUT.has(call.name) || (call.writes && !writing)) continue
    server.registerTool(
      toolName(call.name),
      {
        description: call.summary,
        inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchemaOf(call)),
        annotations: { readOnlyHint: !call.writes },
      },
      (given) => run(target, call, given),
    )
  }
}

/** `control.setClock` is `set_clock`. */
const toolName = (callName: string) =>
  callName.replace(/^control\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function run(
  target: ControlTarget,
  call: AnyCall,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const input = splitInput(call, given)
  const imageType = call.raw?.reply
  if (imageType?.startsWith('image/') !== true) return textResult(await controlCall(target, call, input))
  const parts: Uint8Array[] = []
  for await (const part of await controlStream(target, call, input)) parts.push(part)
  const data = Buffer.concat(parts).toString('base64')
  return { content: [{ type: 'image', data, mimeType: imageType }] }
}
