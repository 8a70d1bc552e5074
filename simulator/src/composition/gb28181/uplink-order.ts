/** Which of our own cameras register at which platform of GB/T 28181, as `gb28181://host:port?…` says it. */
import { DEVICE_KINDS, type DeviceKind } from '@backlot/contract/devices/kinds'
import type { GbEdition } from '../../gb28181/device/gb-context.ts'
import { GB_TARGET_KEYS, type GbTarget, readGbTarget } from '../../gb28181/gb-target.ts'
import { readTargetAddress } from '../../kernel/target-address.ts'

export type GbUplinkOrder = {
  host: string
  port: number
  target: GbTarget
  edition: GbEdition
  keepaliveS: number
  /** Cameras of each recorder; undefined: every device registers by itself. */
  channels: number | undefined
  /** Devices, at most. */
  count: number
  /** Undefined: any that have a camera. */
  kinds: readonly DeviceKind[] | undefined
  /** Name, key or number of a group; undefined: all devices. */
  group: string | undefined
}

const EDITIONS = ['2016', '2022'] as const
const KEYS = [...GB_TARGET_KEYS, 'edition', 'keepalive', 'channels', 'count', 'kind', 'group'] as const
const SIP_PORT = 5060
const COUNT = { usual: 1000, most: 5000 }
/** The gateway of this platform shows 99 channels of a device; other platforms take hundreds. */
const CHANNELS = { least: 2, most: 1000 }
const KEEPALIVE_S = { least: 5, usual: 60, most: 3600 }

/** A text says what is wrong. */
export function readUplinkOrder(text: string): GbUplinkOrder | string {
  const address = readTargetAddress(text)
  const isPlain = address?.scheme === 'gb28181' && address.account === undefined
  if (!address || !isPlain || address.path.replaceAll('/', '') !== '')
    return 'write gb28181://host:port?domain=…&id=…&password=…'
  const given = new URLSearchParams(address.query ?? '')
  for (const key of given.keys())
    if (!KEYS.some((known) => known === key)) return `${key} is none of ${KEYS.join(', ')}`
  const target = readGbTarget(given)
  if (typeof target === 'string') return target
  const edition = EDITIONS.find((one) => one === (given.get('edition') ?? '2016'))
  if (!edition) return `edition ${given.get('edition')} is neither 2016 nor 2022`
  const channels = numberIn(given.get('channels'), CHANNELS.least, CHANNELS.most)
  const count = numberIn(given.get('count'), 1, COUNT.most)
  const keepaliveS = numberIn(given.get('keepalive'), KEEPALIVE_S.least, KEEPALIVE_S.most)
  if (channels === null) return `channels: from ${CHANNELS.least} to ${CHANNELS.most}`
  if (count === null) return `count: from 1 to ${COUNT.most}`
  if (keepaliveS === null) return `keepalive: from ${KEEPALIVE_S.least} to ${KEEPALIVE_S.most} seconds`
  const kinds = given.get('kind')?.split(',')
  const known = kinds?.flatMap((name) => DEVICE_KINDS.find((kind) => kind === name) ?? [])
  if (kinds && known?.length !== kinds.length) return `kind: some of ${DEVICE_KINDS.join(', ')}, with commas`
  return {
    host: address.host,
    port: address.port ?? SIP_PORT,
    target,
    edition,
    keepaliveS: keepaliveS ?? KEEPALIVE_S.usual,
    channels,
    count: count ?? COUNT.usual,
    kinds: known,
    group: given.get('group') ?? undefined,
  }
}

/** Null: it is none, or out of bounds. */
function numberIn(text: string | null, least: number, most: number): number | null | undefined {
  if (text === null) return undefined
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}
