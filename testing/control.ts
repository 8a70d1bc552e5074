import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'

/** Makes a control call on a simulator of this program, as a program on loopback. Throws on any refusal. */
export async function control<C extends Call>(
  url: string,
  call: C,
  input: { query?: QueryIn<C>; body?: BodyIn<C>; params?: Record<string, string> } = {},
): Promise<DataOut<C>> {
  const target = new URL(
    call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? '')),
    url,
  )
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) target.searchParams.set(key, String(value))
  }
  const response = await fetch(target, {
    method: call.method,
    headers: input.body === undefined ? {} : { 'content-type': 'application/json' },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  })
  const reply = (await response.json()) as { code: number; msg: string; data?: unknown }
  if (reply.code !== 0) throw new Error(`${call.name}: ${reply.code} ${reply.msg}`)
  return call.data.parse(reply.data) as DataOut<C>
}
