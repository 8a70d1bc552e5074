import { createCallRate } from '../calls/call-rate.ts'
import { createCallRunner } from '../calls/call-runner.ts'
import { createChannelCall } from '../channel/channel-call.ts'
import { createChannelMetrics } from '../channel/channel-metrics.ts'
import { createHub } from '../channel/create-hub.ts'
import { edgeMetrics } from '../channel/edges/edge-metrics.ts'
import { newBootId } from '../channel/receive-frames.ts'
import { clusterGauges } from '../cluster/cluster-gauges.ts'
import type { Base } from '../composition/base.ts'
import { endOrphanedAlarms } from '../composition/end-orphaned-alarms.ts'
import { openGbUplinks } from '../composition/gb28181/open-gb-uplinks.ts'
import { gbUplinkMetrics } from '../composition/gb28181/uplink-metrics.ts'
import { openTalk } from '../composition/open-talk.ts'
import type { PlatformCore } from '../composition/platform-core.ts'
import type { PlatformServices } from '../composition/platform-services.ts'
import { addConsoleServers, addGatewayServers, addGb28181Server } from '../composition/server-probes.ts'
import { openGb28181 } from '../composition/wires/gb28181/open-gb28181.ts'
import { loggedIngest } from '../composition/wires/logged-ingest.ts'
import { openModbus } from '../composition/wires/modbus/open-modbus.ts'
import { mqttUplinkMetrics } from '../composition/wires/mqtt/mqtt-uplink-metrics.ts'
import { openMqttUplinks } from '../composition/wires/mqtt/open-mqtt-uplinks.ts'
import { openGateways } from '../composition/wires/open-gateways.ts'
import { createControlCaller } from '../control/control-caller.ts'
import { keepControlFile } from '../control/control-file.ts'
import { serveControlPage } from '../control/control-page.ts'
import { talkRoutes } from '../control/talk-routes.ts'
import { createWireTap } from '../gateways/wire-tap.ts'
import type { HttpListener } from '../http/create-http-listener.ts'
import { openHttp } from '../http/open-http.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { latestReadings } from '../scenario-runs/latest-readings.ts'
import { playTimeline } from '../scenario-runs/play-timeline.ts'
import { createStorms } from '../scenario-runs/storms.ts'
import type { SnapshotControl } from '../snapshots/snapshot-control.ts'
import { controlApi } from './control-api.ts'
import { platformGauges } from './platform-gauges.ts'
import { platformStatus } from './platform-status.ts'

/**
 * Opens the listeners: calls over HTTP and over the channel, talk, the wires, streams, the console, the control API. They
 * open when the past is there.
 */
export async function openPlatformListeners(
  base: Base &
    PlatformCore &
    PlatformServices & {
      listener: HttpListener
      startedMs: number
      consoleFolder: string | undefined
      snapshots: SnapshotControl
    },
  disposal: Disposal,
) {
  const {
    config,
    host,
    log,
    metrics,
    scenario,
    startedMs,
    version,
    listener,
    consoleFolder,
    troubles,
    corePort,
    tap,
  } = base
  const { data, store, seed, clock, commands, interventionLog, world, directory, events, outbox, poses } =
    base
  const { points, faults, deviations, tracer, fleets, foreign, records, serverRegistry } = base
  const {
    address,
    areas,
    cameras,
    external,
    externalRecordings,
    remoteVoices,
    filling,
    gateways,
    gb28181,
    cameraGateway,
    ingest,
    media,
    moves,
    onvif,
    rtmp,
    talkDevices,
    tiles,
  } = base
  const { folder } = data
  const repository = records.alarms

  // The listeners: calls over HTTP and over the channel, streams, the console.
  const boot = newBootId()
  const run = deviations.runner(
    createCallRunner({
      log,
      checkReplies: config.checkReplies,
      observer: {
        now: () => clock.now(),
        came: areas.logs.came,
        answered: events.answered(areas.logs.answered),
      },
      rate: config.callRate === null ? undefined : createCallRate(config.callRate, host),
    }),
  )
  const hub = disposal.use(
    createHub({
      boot,
      log,
      directory,
      sessions: areas.session.repository,
      alarms: areas.alarms.feed,
      outbox,
      platformClock: clock,
      hostClock: host,
      metrics: createChannelMetrics(metrics.registry),
      tracer,
      call: createChannelCall(deviations.routes(areas.routes), run),
      faults: points.channel,
      reform: deviations.frame,
      // Live video may be needed soon.
      onSignIn: media.expectViewers,
      onLeave: areas.stopCamerasOf,
      timeOffMs: () => points.clock.offMs(),
      troubles: troubles.list,
      edges: corePort && {
        cluster: corePort.cluster,
        members: () => corePort.state().members,
        mayWatch: media.mayWatch,
      },
    }),
  )
  const { edges } = hub
  if (edges) {
    corePort?.serve('edge', edges.serve)
    media.onViewersEnd(edges.viewersEnd)
    edgeMetrics(metrics, edges)
  }
  const rooms = openTalk(
    {
      boot,
      seed,
      directory,
      devices: talkDevices,
      view: records.view,
      commands,
      sessions: areas.session.repository,
      host,
      registry: metrics.registry,
      meetingTemplate: areas.meetingTemplate,
    },
    disposal,
  )
  const { talk } = rooms
  const talkControl = talkRoutes({ ...rooms, exists: (sn) => directory.slotOf(sn) !== undefined })
  const onError = (error: unknown) => log.error({ err: error }, 'a storm could not be stored')
  const storms = disposal.use(
    createStorms({
      directory,
      world,
      repository,
      devices: points.devices,
      commands,
      publisher: outbox,
      clock,
      host,
      onError,
    }),
  )
  const controlToken = keepControlFile(folder.file('control.json'), `http://${address}`, config.controlToken)
  const parts = {
    world,
    directory,
    store,
    areas,
    repository,
    media,
    onvif,
    gb28181,
    cameraGateway,
    outbox,
    hub,
    clock,
    host,
    troubles,
    archive: base.archive,
  }
  if (base.corePort) clusterGauges(metrics, base.corePort.state)
  platformGauges(metrics, { ...parts, listener, version, databaseFile: folder.databaseFile })
  await filling
  await endOrphanedAlarms({ seed, city: world.city, store, directory, fleets, repository, clock })
  const wireTap = createWireTap()
  await openGateways(
    gateways,
    {
      wireTap,
      config,
      world,
      directory,
      commands,
      ingest: loggedIngest(ingest, areas.logs, directory, host),
      store,
      faults: points.wire,
      publisher: outbox,
      cameras,
      ffmpeg: media.ffmpeg?.path,
      external,
      externalRecordings,
      remoteVoices,
      clock,
      host,
      log,
      metrics,
      tap,
    },
    disposal,
  )
  const jt1078Port = gateways.of('jt808')?.jt1078?.port ?? null
  const modbus = await openModbus(
    {
      config,
      world,
      directory,
      view: records.view,
      commands,
      faults: points.wire,
      ingest: loggedIngest(ingest, areas.logs, directory, host),
      clock,
      host,
      log,
      metrics,
      tap,
    },
    disposal,
  )
  if (modbus.server) gateways.add('modbus', modbus.server)
  await openGb28181(
    gb28181,
    {
      config,
      directory,
      commands,
      ingest: loggedIngest(ingest, areas.logs, directory, host),
      store,
      outbox,
      clock,
      host,
      log,
      tap,
    },
    disposal,
  )
  const mqttUplinks = openMqttUplinks(base, disposal)
  const gbUplinks = openGbUplinks({ ...base, targetOf: cameras.targetOf }, disposal)
  gbUplinkMetrics(metrics, gbUplinks)
  mqttUplinkMetrics(metrics, mqttUplinks)
  await areas.openMediaServers()
  addGatewayServers(serverRegistry, gateways)
  addGb28181Server(serverRegistry, gb28181)
  addConsoleServers(serverRegistry, {
    address,
    listener,
    hub,
    talk,
    sessions: () => areas.session.repository.count(),
  })
  const scenarioParts = {
    ...parts,
    moves,
    commands,
    interventionLog,
    poses,
    storms,
    faults,
    fleets,
    readings: latestReadings(world, directory, commands, clock),
  }
  const plays = config.scenario !== undefined && config.timeline && scenario.timeline.length > 0
  const timeline = plays ? disposal.use(await playTimeline({ scenario, parts: scenarioParts, log })) : null
  if (timeline) events.follow(timeline)
  const control = controlApi(
    {
      ...scenarioParts,
      gateways,
      modbus,
      mqttUplinks,
      gb28181,
      ingest,
      foreign,
      rtmp,
      wireTap,
      tap,
      config,
      log,
      corePort: base.corePort,
      snapshots: base.snapshots,
      alarmTypes: areas.alarmTypes,
      onvifOf: (sn) => onvif?.serviceOf(sn),
      gbIdOf: (sn) => gbUplinks?.idOf(sn),
      verifyCodeOf: (key) => areas.session.verifyCodeOf(key),
      status: () =>
        platformStatus({ ...parts, boot, startedMs, port: listener.port, timeline, jt1078Port, gbUplinks }),
    },
    disposal,
  )
  openHttp(listener, {
    version,
    controlToken,
    consoleFolder,
    run,
    hostClock: host,
    metrics,
    tracer,
    health: () => ({
      store: store.read.open,
      writer: store.isAlive(),
      database: store.trouble() ?? true,
      channel: true,
    }),
    sessions: areas.session.repository,
    routes: [...deviations.routes(areas.routes), ...control, ...talkControl],
    faults: points.http,
    isClusterToken: corePort?.isToken,
    middlewares: [
      serveControlPage(),
      (request, response, next) => {
        // The console's page: somebody may look at a map soon.
        if (request.url === '/') tiles.prepare()
        if (!media.handleHttp(request, response)) next()
      },
    ],
    upgrades: [
      hub.takeUpgrade,
      talk.takeUpgrade,
      ...(corePort ? [corePort.takeUpgrade] : []),
      (request, socket, head) => media.handleUpgrade(request, socket, head),
    ],
  })
  return {
    controlToken,
    gbUplinks,
    mqttUplinks,
    timeline,
    sendBack: hub.sendBack,
    consoleCount: () => hub.clientCount(),
    call: createControlCaller([...control, ...talkControl], run),
  }
}
