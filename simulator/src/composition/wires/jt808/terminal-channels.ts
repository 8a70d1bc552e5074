/** The channels of foreign terminals, as they name them themselves. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { Device, DeviceChannel } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import type { Publisher } from '../../../kernel/publisher.ts'
import { readFact } from '../../../store/facts.ts'
import type { Store } from '../../../store/store.ts'
import { PARAMETER_IDS } from '../../../wire/jt808/parameter-types.ts'
import { channelName } from '../../../wire/jt1078/channel-names.ts'
import { readChannelTable } from '../../../wire/jt1078/channel-table.ts'

/** Logical channels of a terminal: with pictures, with sound alone, and those whose cameras can be steered. */
type Channels = { pictures: readonly number[]; sounds: readonly number[]; steered?: readonly number[] }

export type TerminalChannels = {
  /** A terminal has come in: asks it for its channels, unless it is one of our own. */
  entered(sn: string): void
}

/** Channels that a terminal may have; the standard numbers some forty. */
const CHANNELS_MOST = 64
/** Number of the channel for the SOS button: above those of the standard. */
const BUTTON = 98
/** Number of the channel for talk where a terminal has none for sound alone: it speaks on one with pictures. */
export const TALK_CHANNEL = 97
/** Type of a channel in 0x0076: 0 and 2 have pictures, 1 has sound alone. */
const SOUND = 1

/** Puts the channels that were kept into the tree, and asks the terminals that come for theirs. */
export function followTerminalChannels(
  deps: {
    gateway(): Pick<Jt808Gateway, 'request'> | undefined
    directory: Directory
    store: Store
    publisher: Pick<Publisher, 'channelsChanged'>
    log: Logger
  },
  disposal: Disposal,
): TerminalChannels {
  const { directory, store, publisher, log } = deps
  const factOf = (sn: string) => `jt1078:${sn}`
  const known = new Map<string, string>()

  const show = (device: Device, text: string): void => {
    if (known.get(device.sn) === text) return
    known.set(device.sn, text)
    directory.setChannels(device.slot, channelsOf(device, JSON.parse(text) as Channels))
    publisher.channelsChanged(device.sn, [], true)
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    const kept = device?.foreign ? readFact(store.read, factOf(device.sn)) : undefined
    if (device && kept) show(device, kept)
  }
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind !== 'deviceRemoved' || !known.delete(change.device.sn)) return
      store.write('platform.setFacts', { [factOf(change.device.sn)]: null }).catch((error: unknown) => {
        log.error({ err: error, sn: change.device.sn }, 'the channels of a terminal could not be forgotten')
      })
    }),
  )

  const ask = async (sn: string): Promise<void> => {
    const gateway = deps.gateway()
    const channels = gateway && ((await askTable(gateway, sn)) ?? (await askAttributes(gateway, sn)))
    const device = directory.deviceBySn(sn)
    if (!channels || !device?.foreign) return
    const text = JSON.stringify(channels)
    if (known.get(sn) === text) return
    show(device, text)
    await store.write('platform.setFacts', { [factOf(sn)]: text })
  }
  return {
    entered(sn) {
      if (!directory.deviceBySn(sn)?.foreign) return
      ask(sn).catch((error: unknown) => {
        // It left, does not answer, or the disk is full: it is asked again when it comes again.
        log.debug({ err: error, sn }, 'the channels of a terminal are unknown')
      })
    },
  }
}

/** From the parameter 0x0076; undefined where the terminal has none. */
async function askTable(gateway: Pick<Jt808Gateway, 'request'>, sn: string): Promise<Channels | undefined> {
  const { reply } = await gateway.request(sn, {
    kind: 'querySomeParameters',
    ids: [PARAMETER_IDS.avChannels],
  })
  if (reply?.kind !== 'parameterReply') return undefined
  const parameter = reply.parameters.find(({ id }) => id === PARAMETER_IDS.avChannels)
  const table = parameter && readChannelTable(parameter.bytes)
  if (!table?.ok) return undefined
  const numbers = (isSound: boolean) => [
    ...new Set(table.value.filter(({ type }) => (type === SOUND) === isSound).map(({ logical }) => logical)),
  ]
  const steered = table.value.filter(({ hasPtz }) => hasPtz === 1).map(({ logical }) => logical)
  return bounded({ pictures: numbers(false), sounds: numbers(true), steered })
}

/** From 0x1003: as many as it has at most, from 1 on. */
async function askAttributes(
  gateway: Pick<Jt808Gateway, 'request'>,
  sn: string,
): Promise<Channels | undefined> {
  const { reply } = await gateway.request(sn, { kind: 'queryAvAttributes' })
  if (reply?.kind !== 'avAttributes') return undefined
  return bounded({ pictures: Array.from({ length: reply.maxVideoChannels }, (_, i) => i + 1), sounds: [] })
}

/** Numbers that fit our channels; undefined where none has pictures. */
function bounded({ pictures, sounds, steered = [] }: Channels): Channels | undefined {
  const fit = (list: readonly number[]) =>
    list.filter((channel) => channel >= 1 && channel < TALK_CHANNEL).slice(0, CHANNELS_MOST)
  const withPictures = fit(pictures)
  if (withPictures.length === 0) return undefined
  return {
    pictures: withPictures,
    sounds: fit(sounds).filter((channel) => !withPictures.includes(channel)),
    steered: withPictures.filter((channel) => steered.includes(channel)),
  }
}

function channelsOf({ id, sn }: Device, { pictures, sounds, steered = [] }: Channels): DeviceChannel[] {
  const { video, audio, alarmIn } = CHANNEL_TYPES
  const channel = (chnId: number, type: number, name: DeviceChannel['name']): DeviceChannel => ({
    id: id * 100 + chnId,
    deviceId: id,
    sn,
    chnId,
    name,
    type,
    // One line: talk goes with each of its cameras.
    lineId: 1,
    isPtz: type === video && steered.includes(chnId),
  })
  return [
    ...pictures.map((chnId) => channel(chnId, video, channelName(chnId))),
    ...sounds.map((chnId) => channel(chnId, audio, channelName(chnId))),
    ...(sounds.length > 0 ? [] : [channel(TALK_CHANNEL, audio, { zh: '对讲', en: 'Talk' })]),
    channel(BUTTON, alarmIn, { zh: '紧急按钮', en: 'SOS button' }),
  ]
}
