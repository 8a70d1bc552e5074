import { readFrame } from '@backlot/contract/adapters/channel-frames'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { Alarm } from '@backlot/contract/alarms/entities'
import { ChannelMessage, ServerFrame, StatusChange } from '@backlot/contract/channel/frames'
import { GpsFix } from '@backlot/contract/devices/entities'
import type { z } from 'zod'
import { noteDroppedRows, noteProblem } from './diagnostics.ts'
import { readRows, whyUnreadable } from './read-rows.ts'

/** Messages that carry rows: a bad row is left out and the rest of the message stays. */
const ROWS: Readonly<Record<string, z.ZodType>> = { gps: GpsFix, status: StatusChange, alarm: Alarm }

/**
 * A frame of the platform, or undefined when it is none that is known here; `garbage` when it is nothing that a
 * platform sends at all: no JSON, or no object. Both are noted.
 */
export function readServerFrame(adapter: PlatformAdapter, text: string): ServerFrame | 'garbage' | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    noteProblem('channel', String(error))
    return 'garbage'
  }
  if (!isSaid(raw)) {
    noteProblem('channel', 'A frame is no object.')
    return 'garbage'
  }
  raw = readFrame(adapter, raw, Date.now())
  const read = ServerFrame.safeParse(raw)
  if (read.success) return read.data
  if (isBatch(raw)) {
    const rest = ServerFrame.safeParse({ ...raw, messages: [] })
    if (rest.success && rest.data.type === 'batch') {
      return { ...rest.data, messages: raw.messages.flatMap(readMessage) }
    }
  }
  noteDroppedRows('channel', 1, whyUnreadable(read.error))
  return undefined
}

/** An object, or several in a list, as some platforms send their messages. */
function isSaid(raw: unknown): boolean {
  if (Array.isArray(raw)) return raw.some((one) => !Array.isArray(one) && isSaid(one))
  return typeof raw === 'object' && raw !== null
}

function readMessage(raw: unknown): ChannelMessage[] {
  const read = ChannelMessage.safeParse(raw)
  if (read.success) return [read.data]
  if (isRowMessage(raw)) {
    const rest = ChannelMessage.safeParse({ ...raw, list: [] })
    const row = ROWS[raw.type]
    if (rest.success && row) {
      return [{ ...rest.data, list: readRows(row, raw.list, `channel.${raw.type}`) } as ChannelMessage]
    }
  }
  noteDroppedRows('channel', 1, whyUnreadable(read.error))
  return []
}

function isBatch(raw: unknown): raw is { type: 'batch'; messages: unknown[] } {
  return (
    typeof raw === 'object' &&
    raw !== null &&
    'type' in raw &&
    raw.type === 'batch' &&
    'messages' in raw &&
    Array.isArray(raw.messages)
  )
}

function isRowMessage(raw: unknown): raw is { type: string; list: unknown[] } {
  return (
    typeof raw === 'object' &&
    raw !== null &&
    'type' in raw &&
    typeof raw.type === 'string' &&
    raw.type in ROWS &&
    'list' in raw &&
    Array.isArray(raw.list)
  )
}
