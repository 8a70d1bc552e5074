import type { AnyCall } from '@backlot/contract/call'
import { ALL_CALLS } from '@backlot/contract/calls'
import { z } from 'zod'

/** A tool of the Model Context Protocol (specification 2025-06-18, server/tools) that makes one call of the control API. */
export type CallTool = {
  name: string
  description: string
  inputSchema: { type: 'object'; [field: string]: unknown }
  call: AnyCall
}

/** Calls that are of no use to an assistant: streams, files, what tests alone need. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'control.live',
  'control.capture',
  'control.snapshotFile',
  'control.importSnapshot',
  'control.verifyCode',
])

/**
 * The calls of the control API as tools, named and described as in the contract: those that read, and with `writing`
 * those that change something.
 */
export function callTools(writing: boolean): CallTool[] {
  return ALL_CALLS.filter(
    ({ access, name, method }) =>
      access.kind === 'control' && !LEFT_OUT.has(name) && (writing || method === 'GET'),
  ).map((call) => ({
    name: toolName(call.name),
    description: call.summary,
    inputSchema: inputOf(call),
    call,
  }))
}

/** `control.setClock` is `set_clock`. */
export const toolName = (callName: string): string =>
  callName.replace(/^control\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Fields of path, query or body together: no call of the control API has two of one name. */
function inputOf(call: AnyCall): CallTool['inputSchema'] {
  const parts = [call.params, call.method === 'GET' ? call.query : call.body].filter((part) => part !== undefined)
  const schemas = parts.map((part) => z.toJSONSchema(part, { io: 'input', unrepresentable: 'any', target: 'draft-7' }))
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties ?? {}))
  const required = schemas.flatMap((schema) => schema.required ?? [])
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}
