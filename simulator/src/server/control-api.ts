import { controlCapture } from '@backlot/contract/control/capture-calls'
import type { LiveState } from '@backlot/contract/control/live-calls'
import { describedKinds } from '@backlot/contract/devices/known-kinds'
import type { Logger } from 'pino'
import { type Route, route } from '../calls/route.ts'
import type { Hub } from '../channel/create-hub.ts'
import type { ObservableOutbox } from '../channel/observable-outbox.ts'
import type { CorePort } from '../cluster/core-port.ts'
import type { Config } from '../composition/config.ts'
import type { PlatformIngest } from '../composition/wires/create-ingest.ts'
import { dropForeign } from '../composition/wires/drop-foreign.ts'
import type { Gb28181Slot } from '../composition/wires/gb28181/open-gb28181.ts'
import { modbusRoutes } from '../composition/wires/modbus/modbus-routes.ts'
import type { Modbus } from '../composition/wires/modbus/open-modbus.ts'
import type { MqttUplinks } from '../composition/wires/mqtt/open-mqtt-uplinks.ts'
import type { ForeignDevices } from '../composition/wires/open-foreign-devices.ts'
import { type GatewayRegistry, wireRoutes } from '../composition/wires/open-gateways.ts'
import { createPastDialogues } from '../composition/wires/past-dialogues.ts'
import { createCaptures } from '../control/capture/captures.ts'
import { clockRoutes } from '../control/clock-routes.ts'
import { type ControlDeps, controlRoutes } from '../control/control-routes.ts'
import { deviceRoutes } from '../control/device-routes.ts'
import { faultRoutes } from '../control/fault-routes.ts'
import { fleetRoutes } from '../control/fleet-routes.ts'
import { createLiveFeed } from '../control/live/live-feed.ts'
import { liveRoutes } from '../control/live-routes.ts'
import { scenarioRoutes } from '../control/scenario-routes.ts'
import { createScenarioRuns } from '../control/scenario-runs.ts'
import { snapshotRoutes } from '../control/snapshot-routes.ts'
import { stateRoutes, weatherNow } from '../control/state-routes.ts'
import { stormRoutes } from '../control/storm-routes.ts'
import { countKinds } from '../fleet/count-kinds.ts'
import type { WireTap } from '../gateways/wire-tap.ts'
import type { InterventionLog } from '../history/intervention-log.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'
import type { Media } from '../media/create-media.ts'
import type { ScenarioParts } from '../scenario-runs/scenario-parts.ts'
import type { SnapshotControl } from '../snapshots/snapshot-control.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import type { StoreFaults } from '../store/store-faults.ts'

/** Every call of the control API, which no real platform has. */
export function controlApi(
  parts: ScenarioParts & {
    interventionLog: InterventionLog
    hub: Pick<Hub, 'cut'>
    media: Pick<Media, 'publishKey' | 'renderPicture'>
    gateways: GatewayRegistry
    modbus: Modbus
    mqttUplinks: MqttUplinks | undefined
    gb28181: Pick<Gb28181Slot, 'open'>
    ingest: Pick<PlatformIngest, 'latestReadings'>
    foreign: Pick<ForeignDevices, 'remove' | 'packetsOf'>
    config: Config
    tap: SocketTap
    /** rtmp://host:port where streams are published; null while that is off. */
    rtmp: string | null
    outbox: Pick<ObservableOutbox, 'onAlarms'>
    wireTap: WireTap
    log: Logger
    troubles: PlatformTroubles
    corePort: Pick<CorePort, 'state'> | undefined
    snapshots: SnapshotControl
  } & Pick<ControlDeps, 'alarmTypes' | 'onvifOf' | 'gbIdOf' | 'verifyCodeOf' | 'status'>,
  disposal: Disposal,
): Route[] {
  const { clock, interventionLog, gateways, media } = parts
  const { interventions } = interventionLog
  const isPlaying = () => parts.status().timeline?.state === 'playing'
  const runs = disposal.use(createScenarioRuns({ parts, log: parts.log, isPlaying }))
  const live = disposal.use(
    createLiveFeed({ ...parts, interventions, runs, state: () => liveState(parts, runs.list()) }),
  )
  const captures = disposal.use(
    createCaptures({
      ...parts,
      isDevice: (sn) => parts.directory.slotOf(sn) !== undefined,
      past: createPastDialogues(parts),
    }),
  )
  const spared = [
    ...controlRoutes(parts),
    ...clockRoutes(clock, parts.moves),
    ...scenarioRoutes(parts),
    ...faultRoutes(parts.faults),
    ...wireRoutes(gateways, parts.ingest, parts.mqttUplinks),
    ...modbusRoutes(parts.modbus),
    ...deviceRoutes({
      ...parts,
      interventions: interventionLog,
      rtmpUrl: () => parts.rtmp,
      publishKey: (sn) => media.publishKey(sn),
      pictureOf: (wish) => media.renderPicture(wish),
      removeForeign: (sn) => dropForeign(parts, parts.foreign, sn),
    }),
    ...fleetRoutes(parts.fleets),
    ...stateRoutes({ ...parts, interventions }),
    ...liveRoutes(live, runs),
    ...snapshotRoutes(parts.snapshots),
    route(controlCapture, ({ query }) => captures.open(query)),
  ].map((each) => sparedFromDisk(each, parts.faults.points.store))
  // A storm comes from the devices: a full disk is full for it.
  return [...spared, ...stormRoutes(parts.storms)]
}

/** Disk faults do not affect writes of the control API. */
function sparedFromDisk({ call, handler }: Route, store: StoreFaults): Route {
  return { call, handler: (input, context) => store.spare(() => handler(input, context)) }
}

/** The state of the platform for viewers of the control page. */
function liveState(
  parts: ScenarioParts & {
    interventionLog: InterventionLog
    corePort: Pick<CorePort, 'state'> | undefined
  } & Pick<ControlDeps, 'status'>,
  runs: LiveState['runs'],
): Omit<LiveState, 'type'> {
  const { clock, uptimeMs, seed, sessions, channelClients, streams, alarms, troubles } = parts.status()
  return {
    clock,
    uptimeMs,
    seed,
    sessions,
    channelClients,
    streams: streams.length,
    viewers: streams.reduce((sum, { viewers }) => sum + viewers, 0),
    alarmsStored: alarms.stored,
    kinds: countKinds(parts.directory),
    described: describedKinds(),
    weather: weatherNow({ ...parts, interventions: parts.interventionLog.interventions }),
    storms: parts.storms.list(),
    faults: parts.faults.list(),
    runs,
    troubles: [...troubles],
    cluster: parts.corePort?.state() ?? null,
  }
}
