import type { CallToolResult } from '@modelcontextprotocol/server'

/** Longest result in characters: an assistant reads all of it. */
const MAX_CHARS = 60_000

/** What a tool found, as text that says where it was cut. */
export function textResult(data: unknown): CallToolResult {
  const text = JSON.stringify(data, null, 1) ?? 'done'
  const cut = text.length - MAX_CHARS
  const shown =
    cut <= 0
      ? text
      : `${text.slice(0, MAX_CHARS)}\n… ${cut} more characters: ask for less (page size, limit, filters).`
  return { content: [{ type: 'text', text: shown }] }
}
