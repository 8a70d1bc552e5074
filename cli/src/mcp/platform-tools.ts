import { listAlarms } from '@backlot/contract/alarms/calls'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { controlClock } from '@backlot/contract/control/calls'
import { listSystemLog } from '@backlot/contract/logs/calls'
import { formatDateTime } from '@backlot/contract/time'
import type { Operator } from '@backlot/testing/operator'
import { z } from 'zod'
import { controlCall, type ControlTarget } from '../control-client.ts'
import { UserError } from '../user-error.ts'

/** Most calls that a search answers. */
const FOUND_MOST = 20
const MINUTES_MOST = 1440

export type PlatformTool = {
  name: string
  description: string
  input: z.ZodObject
  run(input: Record<string, unknown>): Promise<unknown>
}

/**
 * Tools over the calls that the console makes, in the name of an operator; `operator` signs in when first needed. Calls
 * that change something only with `writing`.
 */
export function platformTools(
  target: ControlTarget,
  operator: () => Promise<Operator>,
  writing: boolean,
): PlatformTool[] {
  return [
    {
      name: 'what_happened',
      description:
        'Alarms and the system log of the last minutes of platform time, newest first: what happened on the platform.',
      input: z.object({ minutes: z.number().int().min(1).max(MINUTES_MOST).default(30) }),
      run: async ({ minutes }) => whatHappened(target, await operator(), Number(minutes)),
    },
    {
      name: 'find_platform_calls',
      description:
        "Searches the platform's calls, those that its console makes, by words in name, path and summary. Answers each with the JSON Schema of its input.",
      input: z.object({ words: z.string().min(1).max(100) }),
      run: async ({ words }) => findCalls(String(words), writing),
    },
    {
      name: 'platform_call',
      description: `Makes a call of the platform as its console does, by its name (see find_platform_calls). ${writing ? 'Calls may change something.' : 'Only calls that read: start with --allow-control for others.'}`,
      input: z.object({
        name: z.string().min(1).max(64),
        input: z.record(z.string(), z.unknown()).default({}).describe('fields of path, query or body'),
      }),
      run: async ({ name, input }) => {
        const call = callable(String(name), writing)
        const given = input as Record<string, unknown>
        const names = new Set(Object.keys(call.params?.shape ?? {}))
        const params = Object.fromEntries(
          Object.entries(given).flatMap(([key, value]) => (names.has(key) ? [[key, String(value)]] : [])),
        )
        const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !names.has(key)))
        const answer = await (await operator()).ask(call, {
          params,
          ...(call.method === 'GET' ? { query: rest } : { body: rest }),
        })
        if (answer.code !== 0) throw new UserError(`${call.name}: ${answer.msg} (code ${answer.code})`)
        return answer.data
      },
    },
  ]
}

/** Raw replies and uploads are files, not text. */
const calls = (writing: boolean) => PLATFORM_CALLS.filter(({ writes, raw }) => !raw && (writing || !writes))

function findCalls(words: string, writing: boolean) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = calls(writing).filter(({ name, path, summary }) => {
    const text = `${name} ${path} ${summary}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  return {
    found: found.length,
    calls: found.slice(0, FOUND_MOST).map((call) => ({
      name: call.name,
      summary: call.summary,
      input: z.toJSONSchema(call.method === 'GET' ? call.query : call.body, { io: 'input', unrepresentable: 'any' }),
    })),
  }
}

function callable(name: string, writing: boolean): AnyCall {
  const call = calls(true).find((each) => each.name === name)
  if (!call) throw new UserError(`There is no call '${name}': find_platform_calls finds them.`)
  if (call.writes && !writing)
    throw new UserError(`'${name}' changes something: start backlot mcp with --allow-control.`)
  return call
}

async function whatHappened(target: ControlTarget, operator: Operator, minutes: number) {
  const { nowMs, zoneMinutes } = await controlCall(target, controlClock)
  const endTime = Math.floor(nowMs / 1000)
  const span = { startTime: endTime - minutes * 60, endTime }
  const [alarms, log] = await Promise.all([
    operator.call(listAlarms, { query: { ...span, pageSize: 100 } }),
    operator.call(listSystemLog, { query: { ...span, pageSize: 100 } }),
  ])
  return {
    now: formatDateTime(nowMs, zoneMinutes),
    alarms: { total: alarms.total, newest: alarms.list },
    systemLog: { total: log.total, newest: log.list },
  }
}
