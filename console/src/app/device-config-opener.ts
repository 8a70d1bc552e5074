/** A device whose parameters are to be shown; `chnId` names the channel to begin with. */
export type DeviceConfigRef = { sn: string; chnId?: number }

type Opener = (ref: DeviceConfigRef) => void
const openers = new Set<Opener>()

/** Opens the parameters of a device, wherever the operator is. */
export function openDeviceConfig(ref: DeviceConfigRef): void {
  for (const opener of openers) opener(ref)
}

/** Hears requests to open parameters; the device configuration's host does. */
export function onOpenDeviceConfig(opener: Opener): () => void {
  openers.add(opener)
  return () => openers.delete(opener)
}
