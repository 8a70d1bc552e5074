/** Records of devices that registered by GB/T 28181: kept as facts of the platform, shown in the directory. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { DeviceChannel } from '../../../fleet/device.ts'
import { DISCOVERED_GROUP_ID, type Directory } from '../../../fleet/directory.ts'
import type { GbRecords } from '../../../gateways/gb28181/gateway-context.ts'
import { type GbChannel, type GbRecord, speakersOf } from '../../../gateways/gb28181/gb-channels.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import type { Named } from '../../../kernel/language.ts'
import type { Publisher } from '../../../kernel/publisher.ts'
import { readFact } from '../../../store/facts.ts'
import type { Store } from '../../../store/store.ts'

const OWN_SPEAKER: Named = { zh: '扬声器', en: 'Loudspeaker' }

/** Devices of our own keep the channels that the world gives them: their records are not shown. */
export function createGbRecords(
  deps: {
    store: Store
    directory: Directory
    outbox: Pick<Publisher, 'channelsChanged' | 'treeChanged'>
    log: Pick<Logger, 'error'>
  },
  disposal: Disposal,
): GbRecords {
  const { store, directory, outbox, log } = deps
  const key = (sn: string) => `gb28181:${sn}`
  const known = new Map<string, GbRecord>()
  const write = (sn: string, record: GbRecord | null) =>
    void store
      .write('platform.setFacts', { [key(sn)]: record === null ? null : JSON.stringify(record) })
      .catch((error: unknown) => log.error({ err: error, sn }, 'a catalog could not be stored'))
  const find: GbRecords['find'] = (sn) => {
    const cached = known.get(sn)
    if (cached) return cached
    const text = readFact(store.read, key(sn))
    if (!text) return undefined
    const record = JSON.parse(text) as GbRecord
    known.set(sn, record)
    return record
  }

  const show = (sn: string, record: GbRecord): void => {
    const device = directory.deviceBySn(sn)
    if (!device?.foreign) return
    if (record.name && device.name.zh === sn) {
      directory.editDevice(device.slot, { name: { zh: record.name, en: record.name } })
      outbox.treeChanged([DISCOVERED_GROUP_ID])
    }
    const present = record.channels.filter(({ isGone }) => !isGone)
    if (present.length === 0) return
    const shown = (chnId: number, lineId: number, type: GbChannel['type'], name: Named): DeviceChannel => ({
      chnId,
      name,
      type: CHANNEL_TYPES[type],
      lineId,
      isPtz: false,
      id: device.id * 100 + chnId,
      deviceId: device.id,
      sn,
    })
    const channels = [
      ...present
        .filter(({ type }) => type !== 'audio')
        .map(({ chnId, name, type, isPtz }) => ({
          ...shown(chnId, chnId, type, { zh: name, en: name }),
          isPtz,
        })),
      ...speakersOf(sn, record.channels).map(({ chnId, videoChnId, name }) =>
        shown(chnId, videoChnId, 'audio', name === undefined ? OWN_SPEAKER : { zh: name, en: name }),
      ),
    ].sort((one, other) => one.chnId - other.chnId)
    if (JSON.stringify(directory.channelsOf(device.slot)) !== JSON.stringify(channels)) {
      directory.setChannels(device.slot, channels)
      outbox.channelsChanged(sn, [], true)
    }
    directory.setLostChannels(
      device.slot,
      new Set(present.flatMap(({ chnId, isOnline }) => (isOnline ? [] : [chnId]))),
    )
  }

  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    const record = device?.foreign ? find(device.sn) : undefined
    if (device && record) show(device.sn, record)
  }
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind !== 'deviceRemoved' || !find(change.device.sn)) return
      known.delete(change.device.sn)
      write(change.device.sn, null)
    }),
  )
  return {
    find,
    keep(sn, record) {
      if (JSON.stringify(find(sn)) !== JSON.stringify(record)) {
        known.set(sn, record)
        write(sn, record)
      }
      show(sn, record)
    },
  }
}
