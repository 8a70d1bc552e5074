import { listAlarms } from '@backlot/contract/alarms/calls'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { controlClock } from '@backlot/contract/control/calls'
import { listSystemLog } from '@backlot/contract/logs/calls'
import { formatDateTime } from '@backlot/contract/time'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type ControlTarget, controlCall } from '../control-client.ts'
import { UserError } from '../user-error.ts'
import { inputSchemaOf, splitInput } from './call-input.ts'
import type { SignedIn } from './signed-in.ts'
import { textResult } from './text-result.ts'

/** Most calls that a search lists. */
const MAX_FOUND = 20
const MAX_MINUTES = 1440
/** Alarms and entries of the log, each: a page of the platform. */
const PAGE_SIZE = 100

/** Adds tools over the calls that the console makes, in the name of an account. Calls that change something only with `writing`. */
export function addPlatformTools(
  server: McpServer,
  target: ControlTarget,
  account: SignedIn,
  writing: boolean,
): void {
  server.registerTool(
    'what_happened',
    {
      description: `Alarms and entries of the system log of the last minutes of platform time, newest first, at most ${PAGE_SIZE} of each.`,
      inputSchema: z.object({ minutes: z.number().int().min(1).max(MAX_MINUTES).default(30) }),
      annotations: { readOnlyHint: true },
    },
    async ({ minutes }) => textResult(await whatHappened(target, account, minutes)),
  )
  server.registerTool(
    'find_platform_calls',
    {
      description:
        "Searches the calls that the platform's console makes, by words in name, path and summary. Answers each with the JSON Schema of its input.",
      inputSchema: z.object({ words: z.string().min(1).max(100) }),
      annotations: { readOnlyHint: true },
    },
    ({ words }) => textResult(findCalls(words, writing)),
  )
  server.registerTool(
    'platform_call',
    {
      description: `Makes a call of the platform as its console does, by its name (see find_platform_calls). ${
        writing ? 'Some calls change something.' : 'Only calls that read.'
      }`,
      inputSchema: z.object({
        name: z.string().min(1).max(64),
        input: z
          .record(z.string(), z.unknown())
          .default({})
          .describe('fields of path, query and body together'),
      }),
      annotations: { readOnlyHint: !writing },
    },
    async ({ name, input }) => {
      const call = callNamed(name, writing)
      return textResult(await account.ask(call, splitInput(call, input)))
    },
  )
}

/** Uploads and replies that are files are no text. */
const CALLS = PLATFORM_CALLS.filter(({ raw, access }) => !raw && access.kind !== 'public')

function findCalls(words: string, writing: boolean) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = CALLS.filter(({ name, path, summary, writes }) => {
    const text = `${name} ${path} ${summary}`.toLowerCase()
    return (writing || !writes) && wanted.every((word) => text.includes(word))
  })
  return {
    found: found.length,
    calls: found.slice(0, MAX_FOUND).map((call) => ({
      name: call.name,
      summary: call.summary,
      writes: call.writes,
      input: inputSchemaOf(call),
    })),
  }
}

function callNamed(name: string, writing: boolean): AnyCall {
  const call = CALLS.find((each) => each.name === name)
  if (!call) throw new UserError(`There is no call '${name}': find them with find_platform_calls.`)
  if (call.writes && !writing)
    throw new UserError(`'${name}' changes something: start backlot mcp with --allow-control.`)
  return call
}

async function whatHappened(target: ControlTarget, account: SignedIn, minutes: number) {
  const { nowMs, zoneMinutes } = await controlCall(target, controlClock)
  const endTime = Math.floor(nowMs / 1000)
  const query = { startTime: endTime - minutes * 60, endTime, pageSize: PAGE_SIZE }
  const [alarms, systemLog] = await Promise.all([
    account.ask(listAlarms, { query }),
    account.ask(listSystemLog, { query }),
  ])
  return { now: formatDateTime(nowMs, zoneMinutes), alarms, systemLog }
}
