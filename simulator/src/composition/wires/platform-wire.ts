import type { Route } from '../../calls/route.ts'
import type { WireFaults } from '../../faults/wire-faults.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { LatestValue } from '../../gateways/latest-readings.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { TerminalCamerasDeps } from '../../media/jt1078/terminal-cameras.ts'
import type { Store } from '../../store/store.ts'
import type { RemoteVoices } from '../../talk/remote-voice.ts'
import type { World } from '../../world/types.ts'
import type { Config } from '../config.ts'
import type { ExternalRecordings } from '../media/external-recordings.ts'
import type { ExternalStreams } from '../media/external-streams.ts'
import type { ListenerDeps, OpenGateway } from './open-gateway.ts'

export type WireCameras = Pick<TerminalCamerasDeps, 'live' | 'recorded' | 'voiceOf' | 'targetOf'>

export type GatewayDeps = ListenerDeps & {
  config: Config
  world: World
  directory: Directory
  commands: CommandLog
  store: Store
  faults: WireFaults
  publisher: Pick<Publisher, 'channelsChanged'>
  /** Streams of the cameras of our own devices, for those that send them over a wire. */
  cameras: WireCameras
  /** Path of ffmpeg, where there is one. */
  ffmpeg: string | undefined
  /** Where streams of devices of others are found. */
  external: Pick<ExternalStreams, 'add'>
  /** Where their recordings are found. */
  externalRecordings: Pick<ExternalRecordings, 'add'>
  /** Where talk with them goes. */
  remoteVoices: Pick<RemoteVoices, 'add'>
}

export type WireRoutesDeps = {
  /** Latest readings of a device on a wire; undefined when it has reported nothing. */
  latestReadings(sn: string): readonly LatestValue[] | undefined
}

/** A wire on the platform. */
export type PlatformWire<Gateway extends OpenGateway> = {
  /**
   * Opens its gateway, and lets those of our own devices that are marked `wire` speak to it; undefined when it is off.
   * Throws a StartError when the port cannot be had.
   */
  open(deps: GatewayDeps, disposal: Disposal): Promise<Gateway | undefined>
  /** Its calls of the control API; `gateway` is undefined when it is off. */
  routes(gateway: Gateway | undefined, deps: WireRoutesDeps): Route[]
}
