import { HOUR_MS } from '@backlot/contract/time'
import pino from 'pino'
import { Placement } from '../../areas/devices/placement.ts'
import type { ObservableOutbox } from '../../channel/observable-outbox.ts'
import { createCommandLog } from '../../fleet/command-log.ts'
import { createDirectory } from '../../fleet/directory.ts'
import { createEngineHost } from '../../fleet/engine-host.ts'
import { createFleetDrive } from '../../fleet/fleet-drive.ts'
import { createInterventionLog } from '../../history/intervention-log.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { SILENT_PUBLISHER } from '../../kernel/silent-publisher.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createOverlayLog } from '../../timeline/overlay-log.ts'
import { createPlatformClock } from '../../timeline/platform-clock.ts'
import { createTraffic } from '../../world/traffic/create-traffic.ts'
import { gridCity } from '../../world/traffic/grid-city.test-support.ts'
import { openRecords } from '../open-records.ts'
import { createInlineStore } from '../store/inline-store.ts'
import { createClockMoves } from './clock-moves.ts'

const USUAL_SEED = 7
export const START = 1_795_000_000_000
const CITY = gridCity(5)
export const SNS = ['A', 'B', 'C', 'D', 'E'] as const

/** A platform's time with five cameras in it: clock, log, alarms, fleet; the world's own incidents are left out. */
export async function createClockRig(seed = USUAL_SEED) {
  const loops = createTraffic(seed, CITY).loops
  const disposal = createDisposal()
  const host = createManualClock(START)
  const store = disposal.use(await createInlineStore(host))
  const overlay = createOverlayLog(store)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const commands = createCommandLog(overlay)
  const interventionLog = createInterventionLog(overlay)
  const directory = createDirectory(seed)
  directory.addGroup(0, { zh: '组', en: 'Group' }, 'group', 1)
  SNS.forEach((sn, i) => {
    directory.addDevice({
      sn,
      kind: 'camera',
      name: { zh: sn, en: sn },
      groupId: 1,
      rosterIndex: i,
      protocolType: 1,
      ability: 1,
      isPtz: false,
      x: i,
      y: i,
      longitude: 116.4,
      latitude: 39.9,
      installedAtMs: START - HOUR_MS,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
    })
  })
  const popups: string[] = []
  const hearers = new Set<Parameters<ObservableOutbox['onAlarms']>[0]>()
  const applied: number[] = []
  const publisher: Publisher = {
    ...SILENT_PUBLISHER,
    alarms: (list, updateOnly) => {
      if (!updateOnly) popups.push(...list.map(({ alarmSeq }) => alarmSeq))
      for (const hear of hearers) hear(list, updateOnly)
    },
  }
  const { view, alarms: repository } = openRecords({ store, directory, clock, publisher })
  const drive = disposal.use(
    createFleetDrive({
      directory,
      hosts: [createEngineHost(seed, CITY, loops)],
      startMs: clock.now(),
      commandsOf: (sn) => commands.commandsOf(sn),
      onMoved: () => {},
      onError: (error) => {
        throw error
      },
      spare: () => createEngineHost(seed, CITY, loops),
    }),
  )
  await drive.refresh({ quiet: true })
  commands.onCut(() => void drive.refresh())
  const placement = new Placement(store.read, view)
  clock.onChange(({ kind, toMs }) => {
    if (kind !== 'jump') return
    void drive.reset(toMs)
    placement.apply(toMs)
  })
  commands.onCommand(({ sn, atMs }) => {
    const device = directory.deviceBySn(sn)
    if (device) void drive.recheck(device, atMs)
  })
  host.every(200, () => void drive.step(clock.now(), false))
  const log = pino({ level: 'silent' })
  const moves = createClockMoves(
    {
      clock,
      host,
      store,
      overlay,
      repository,
      log,
      reachedMs: () => clock.now(),
      backfill: async () => {},
      applyPlaces(atMs) {
        applied.push(atMs)
        placement.apply(atMs)
      },
    },
    disposal,
  )
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await moves.settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    clock,
    host,
    commands,
    interventionLog,
    directory,
    moves,
    repository,
    popups,
    /** Alarms as they are published. */
    onAlarms(hear: Parameters<ObservableOutbox['onAlarms']>[0]) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    applied,
    store,
    settle,
    /** Lets host time pass in pieces, each brought to its end. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 250) {
        host.advance(Math.min(250, left))
        await settle()
      }
    },
    visibleAlarms: () =>
      store.read
        .prepare('SELECT alarm_seq FROM alarms WHERE start_ms <= ? ORDER BY alarm_seq')
        .pluck()
        .all(Math.floor(clock.now())) as string[],
    /** Puts a device at a longitude, as an operator does. */
    async place(sn: string, longitude: number) {
      const validFromMs = clock.now()
      const position = { longitude, latitude: 39.9 }
      const actor = { userId: 0, loginName: 'test', atMs: validFromMs, address: '', requestId: '' }
      await store.write('devices.place', {
        sn,
        validFromMs,
        position,
        action: 'devices.updatePlaceGps',
        actor,
      })
      placement.move(sn, position)
    },
    longitudeOf: (sn: string) => directory.state(directory.slotOf(sn)!).longitude,
    async raise(seq: string, sn: string) {
      await repository.raise([
        { sn, chnId: 1, alarmSeq: seq, type: 'IoAlarm', subType: 'SOS', startMs: clock.now() },
      ])
    },
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}
