/**
 * The platform's listener for MQTT: a broker whose only reader is the platform. Messages of clients are taken by a
 * mapping; they are neither kept nor passed on to other clients, and nobody can subscribe.
 */
import type { EventEmitter } from 'node:events'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { WorkBudget } from '../../kernel/work-budget.ts'
import { countIn } from '../../sockets/connection-counters.ts'
import { openWireListener, type WireListener } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { DEFAULT_MQTT_MAPPING } from '../../wire/mqtt/default-mapping.ts'
import type { MqttMapping } from '../../wire/mqtt/mqtt-mapping.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { ReceivedPacket } from '../ingest.ts'
import { PacketLog } from '../packet-log.ts'
import { StateAlarms } from '../state-alarms.ts'
import { MqttConnection } from './mqtt-connection.ts'
import { createMqttCounters, type MqttContext, type MqttCounters } from './mqtt-context.ts'
import { MQTT_LIMITS, type MqttCutReason, type MqttLimits } from './mqtt-limits.ts'

export type MqttGateway = WireListener & {
  counters: MqttCounters
  /** Devices of the connected clients. */
  devices(): (ConnectedDevice & { isOnline: boolean })[]
  /** Raw messages of a device, newest first, as far as they are still there. */
  packetsOf(sn: string): ReceivedPacket[]
  /** Ends the connection that speaks for a device, and forgets its messages and alarms. */
  drop(sn: string): void
}

export type MqttGatewayDeps = Pick<MqttContext, 'ingest' | 'hostClock' | 'platformClock' | 'log'> & {
  host: string
  port: number
  mapping?: MqttMapping
  limits?: Partial<MqttLimits>
  tap?: SocketTap | undefined
}

const PACKETS_SHOWN = 100
/** Ours, not the standard's: some clients have long names. */
const CLIENT_ID_CHARS = 256
const BAD_CREDENTIALS = 4

/** Listens; rejects with the system's error when the port cannot be had. */
export async function createMqttGateway(deps: MqttGatewayDeps): Promise<MqttGateway> {
  const limits = { ...MQTT_LIMITS, ...deps.limits }
  const { ingest, hostClock, log } = deps
  const context: MqttContext = {
    ingest,
    hostClock,
    platformClock: deps.platformClock,
    log,
    limits,
    mapping: deps.mapping ?? DEFAULT_MQTT_MAPPING,
    counters: createMqttCounters(),
    packets: new PacketLog(limits.packetLogBytes),
    alarms: new StateAlarms('mqtt', ingest),
    work: new WorkBudget(limits.workPerTurn),
    devices: new Map(),
  }
  const connections = new WeakMap<object, MqttConnection>()
  const broker = await openBroker(context, (client) => client && connections.get(client))
  const drop = (sn: string) => {
    context.devices.get(sn)?.drop(sn)
    context.packets.forget(sn)
    context.alarms.forget(sn)
  }
  ingest.onGivenUp(drop)
  try {
    const listener = await openWireListener<MqttConnection, MqttCutReason>(
      {
        name: 'MQTT',
        wire: 'mqtt',
        tap: deps.tap,
        host: deps.host,
        port: deps.port,
        most: limits.connections,
        counters: context.counters,
        hostClock,
        log,
      },
      (socket, onEnd) => {
        const connection = new MqttConnection(context, socket, onEnd)
        connections.set(broker.handle(connection.stream), connection)
        return connection
      },
    )
    return {
      ...listener,
      counters: context.counters,
      devices: () => [...new Set(context.devices.values())].flatMap((session) => session.list()),
      packetsOf: (sn) => context.packets.of(sn, PACKETS_SHOWN),
      drop,
      async [Symbol.asyncDispose]() {
        await listener[Symbol.asyncDispose]()
        await closed(broker)
      },
    }
  } catch (error) {
    await closed(broker)
    throw error
  }
}

const closed = (broker: Aedes) => new Promise<void>((resolve) => broker.close(() => resolve()))

async function openBroker(
  { limits, counters, log }: MqttContext,
  connectionOf: (client: Client | null) => MqttConnection | undefined | null,
): Promise<Aedes> {
  const broker = await Aedes.createBroker({
    connectTimeout: limits.connectWithinMs,
    maxClientsIdLength: CLIENT_ID_CHARS,
    maxInflightInbound: limits.unreleased,
    preConnect(client, packet, done) {
      connectionOf(client)?.keepAlive(packet.keepalive ?? 0)
      // Nothing is kept for a client that is away.
      packet.clean = true
      done(null, true)
    },
    authenticate(client, username, password, done) {
      if (connectionOf(client)?.session.signIn(username, password?.toString('utf8'))) {
        done(null, true)
        return
      }
      const refusal = Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIALS })
      done(refusal as AuthenticateError, false)
    },
    authorizePublish(client, packet, done) {
      if (packet.topic.startsWith('$')) {
        done(new Error('topics of the broker are its own'))
        return
      }
      packet.retain = false
      const taken = connectionOf(client)?.session.take(packet.topic, Buffer.from(packet.payload))
      Promise.resolve(taken).then(
        () => done(null),
        (error: unknown) => {
          log.error({ err: error }, 'an MQTT message could not be taken')
          done(null)
        },
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  })
  const onError = (_client: Client, error: Error) => {
    countIn(counters.problems, 'protocol')
    log.debug({ err: error }, 'an MQTT client was refused by the broker')
  }
  broker.on('clientError', onError)
  broker.on('connectionError', onError)
  const emitter: EventEmitter = broker
  emitter.on('error', (error: unknown) => log.error({ err: error }, 'the MQTT broker failed'))
  return broker
}
