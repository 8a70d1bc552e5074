/** One request to a service of a camera, and what services are. */
import type { HostClock } from '../kernel/clock.ts'
import type { Prefix } from '../wire/onvif/namespaces.ts'
import type { SoapFault } from '../wire/onvif/soap-fault.ts'
import type { Xml } from '../wire/onvif/write-xml.ts'
import type { XmlNode } from '../wire/onvif/xml-node.ts'
import type { EventSubscriptions } from './events/event-subscriptions.ts'
import type { ServicePath } from './onvif-address.ts'
import type { DeviceClocks } from './onvif-clocks.ts'
import type { OnvifCamera, OnvifPorts } from './ports.ts'
import type { Searches } from './recordings/searches.ts'

/** What all calls share. */
export type OnvifContext = {
  ports: OnvifPorts
  hostClock: HostClock
  /** Times of the cameras. */
  clocks: DeviceClocks
  subscriptions: EventSubscriptions
  searches: Searches
  services: readonly OnvifService[]
  /** Name of the one account. */
  username: string
}

export type ServiceCall = {
  context: OnvifContext
  camera: OnvifCamera
  /** The operation's element. */
  input: XmlNode
  /** The camera's time, epoch milliseconds. */
  nowMs: number
  /** Host and port as the client knows them. */
  host: string
  /** Address of a page of this camera: `url('/ptz_service')`. */
  url(path: string): string
  /** Address of the client. */
  client: string
  /** Of a subscription's own address. */
  subscriptionId: string | undefined
  /** Calls back when the client has left; for operations that wait. */
  onLeave(listener: () => void): void
}

/** Content of the reply's element (`<Name>Response` in the namespace of the operation), or why there is none. */
export type Answer = Xml | SoapFault
export type Operation = (call: ServiceCall) => Answer | Promise<Answer>
export type Operations = Readonly<Record<string, Operation>>

export type OnvifService = {
  path: ServicePath
  prefix: Prefix
  version: { major: number; minor: number }
  operations: Operations
  /** The element that GetServiceCapabilities answers, and GetServices if asked. */
  capabilities: Xml
  /** Cameras that have it; left out: all. */
  has?(camera: OnvifCamera): boolean
}

export const isFault = (answer: Answer): answer is SoapFault => 'subcodes' in answer

/** Services of a camera. */
export const servicesOf = (context: OnvifContext, camera: OnvifCamera): OnvifService[] =>
  context.services.filter((service) => service.has?.(camera) ?? true)
