import { z } from 'zod'

/** How often something was seen, by its name. */
export const Counts = z.record(z.string(), z.number())

/** State fields that every gateway of a wire reports. */
export const gatewayFields = {
  /** host:port, null when the gateway is off. */
  address: z.string().nullable(),
  connections: z.number().int(),
  counters: Counts,
  problems: Counts,
  cuts: Counts,
}

/** Fields of a device that is connected to the gateway. Times by the host's clock. */
export const connectedDeviceFields = {
  sn: z.string(),
  /** address:port of its end. */
  remote: z.string(),
  sinceMs: z.number(),
  heardMs: z.number(),
}
