import { randomBytes } from 'node:crypto'
import type { ClientFault } from '@backlot/contract/servers/constants'
import type { ServerClient } from '@backlot/contract/servers/entities'
import type { Logger } from 'pino'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DeviceIngest } from '../../gateways/ingest.ts'
import type { CameraFault } from '../../gateways/onvif/camera-problem.ts'
import { type CameraGateway, createCameraGateway } from '../../gateways/onvif/create-camera-gateway.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import { createSecretBox, openSecretKey } from '../../kernel/secret-box.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { Store } from '../../store/store.ts'
import type { Config } from '../config.ts'
import type { ServerRegistry } from '../server-registry.ts'
import type { ForeignDevices } from '../wires/open-foreign-devices.ts'
import { createCameraRecords } from './camera-records.ts'

const MEMORY_DATA = ':memory:'
const KEY_BYTES = 32

/** Real cameras: those that were added are spoken to from now on. Throws a StartError when the key file is damaged. */
export function openCameraGateway(
  deps: {
    config: Config
    store: Store
    directory: Directory
    commands: Pick<CommandLog, 'onCommand'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    ingest: DeviceIngest
    foreign: Pick<ForeignDevices, 'registry'>
    /** Path of the key of secrets. */
    keyFile: string
    ffmpeg: string | undefined
    resolve(host: string, port: number): Promise<string>
    isOwn(address: string): boolean
    serverRegistry: Pick<ServerRegistry, 'add'>
  },
  disposal: Disposal,
): CameraGateway {
  const { config, clock, directory, store } = deps
  const log = deps.log.child({ gateway: 'cameras' })
  const gateway = disposal.use(
    createCameraGateway({
      hostClock: deps.host,
      resolve: deps.resolve,
      ffmpeg: deps.ffmpeg,
      records: createCameraRecords(store, log),
      box: createSecretBox(config.data === MEMORY_DATA ? randomBytes(KEY_BYTES) : keyOf(deps.keyFile)),
      registry: deps.foreign.registry,
      ingest: deps.ingest,
      hasDevice: (sn) => directory.slotOf(sn) !== undefined,
      platformNow: () => clock.now(),
      log,
      interfaceAddress: config.onvifDiscovery,
      isOwn: deps.isOwn,
    }),
  )
  disposal.defer(deps.commands.onCommand(gateway.onCommand))
  showServer(deps.serverRegistry, gateway)
  return gateway
}

function keyOf(path: string): Buffer {
  try {
    return openSecretKey(path)
  } catch (error) {
    throw new StartError(
      `The key of stored passwords cannot be used (${(error as Error).message}). Restore it, or remove it and enter the passwords of the cameras again.`,
      { cause: error },
    )
  }
}

/** The ONVIF server: its sessions with cameras. */
function showServer(registry: Pick<ServerRegistry, 'add'>, gateway: Pick<CameraGateway, 'list'>): void {
  const clients = (): ServerClient[] =>
    gateway
      .list()
      .map(({ sn, address, sinceTime, heardTime, way, state, fault, faultDetail, faultTime }) => ({
        name: sn,
        remote: address,
        sinceTime,
        heardTime,
        what: [way === 'onvif' ? 'ONVIF' : 'RTSP', state].join(' · '),
        ...(fault && {
          lastFault: { time: faultTime ?? sinceTime, code: CLIENT_FAULT[fault], detail: faultDetail },
        }),
      }))
  registry.add({
    onvif: {
      clients,
      state() {
        const sessions = gateway.list()
        const online = sessions.filter(({ state }) => state === 'online').length
        return {
          connections: online,
          figures: {
            cameras: sessions.length,
            online,
            failed: sessions.filter(({ state }) => state === 'offline').length,
          },
        }
      },
    },
  })
}

/** As the pages of servers tell them. */
const CLIENT_FAULT: Readonly<Record<CameraFault, ClientFault>> = {
  unreachable: 'unreachable',
  timeout: 'noAnswer',
  credentials: 'login',
  notOnvif: 'notOnvif',
  noVideo: 'noStream',
  noProfile: 'noStream',
  noDecoder: 'noStream',
  notAllowed: 'notAllowed',
  notSupported: 'request',
  refused: 'request',
  keyLost: 'keyLost',
  // Of one that is to be added, which has no session.
  added: 'request',
  full: 'request',
}
