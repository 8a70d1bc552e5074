import { WIRE_NAMES, type WireName } from '@backlot/contract/wires/wires'
import type { Route } from '../../calls/route.ts'
import type { WireTap } from '../../gateways/wire-tap.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import { HJ212_PLATFORM, type StationGateway } from './hj212/hj212-platform.ts'
import { JT808_PLATFORM, type TerminalGateway } from './jt808/jt808-platform.ts'
import type { ControllerServer } from './modbus/open-modbus.ts'
import { mqttRoutes } from './mqtt/mqtt-routes.ts'
import { type ClientGateway, openMqtt } from './mqtt/open-mqtt.ts'
import type { MqttUplinks } from './mqtt/open-mqtt-uplinks.ts'
import type { OpenGateway } from './open-gateway.ts'
import type { GatewayDeps, PlatformWire, WireRoutesDeps } from './platform-wire.ts'

type Gateways = {
  hj212: StationGateway
  jt808: TerminalGateway
  mqtt: ClientGateway
  modbus: ControllerServer
}

const PLATFORM_WIRES: { readonly [Wire in WireName]: PlatformWire<Gateways[Wire]> } = {
  hj212: HJ212_PLATFORM,
  jt808: JT808_PLATFORM,
}

/** Gateways of the wires and of users' own devices, each registered once it listens: one that is off or not open yet is not here. */
export type GatewayRegistry = {
  of<Wire extends keyof Gateways>(wire: Wire): Gateways[Wire] | undefined
  all(): OpenGateway[]
  add<Wire extends keyof Gateways>(wire: Wire, gateway: Gateways[Wire]): void
}

export function createGatewayRegistry(): GatewayRegistry {
  const open: Partial<Gateways> = {}
  return {
    of: (wire) => open[wire],
    all: () => Object.values(open),
    add(wire, gateway) {
      open[wire] = gateway
    },
  }
}

/** Opens the platform's listeners for devices. Throws a StartError when a port is taken. */
export async function openGateways(
  registry: Pick<GatewayRegistry, 'add'>,
  deps: GatewayDeps & { wireTap: Pick<WireTap, 'of'> },
  disposal: Disposal,
): Promise<void> {
  const open = async <Wire extends WireName>(wire: Wire) => {
    const ingest = deps.wireTap.of(wire, deps.ingest)
    const gateway = await PLATFORM_WIRES[wire].open({ ...deps, ingest }, disposal)
    if (gateway) registry.add(wire, gateway)
  }
  for (const wire of WIRE_NAMES) await open(wire)
  const mqtt = await openMqtt(deps, disposal)
  if (mqtt) registry.add('mqtt', mqtt)
}

/** The control API of every wire. */
export function wireRoutes(
  registry: Pick<GatewayRegistry, 'of'>,
  deps: WireRoutesDeps,
  mqttUplinks: MqttUplinks | undefined,
): Route[] {
  const routesOf = <Wire extends WireName>(wire: Wire) => PLATFORM_WIRES[wire].routes(registry.of(wire), deps)
  return [...WIRE_NAMES.flatMap((wire) => routesOf(wire)), ...mqttRoutes(registry.of('mqtt'), mqttUplinks)]
}
