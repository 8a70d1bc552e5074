import { lazy, Suspense, useEffect, useState } from 'react'
import { type DeviceConfigRef, onOpenDeviceConfig } from '../../app/device-config-opener.ts'

const DeviceConfigDialog = lazy(async () => ({
  default: (await import('./device-config-dialog.tsx')).DeviceConfigDialog,
}))

/** Shows the parameters of a device on request, on any screen. */
export function DeviceConfigHost() {
  const [opened, setOpened] = useState<DeviceConfigRef>()
  useEffect(() => onOpenDeviceConfig(setOpened), [])
  if (!opened) return null
  return (
    <Suspense>
      <DeviceConfigDialog key={opened.sn} device={opened} onClose={() => setOpened(undefined)} />
    </Suspense>
  )
}
