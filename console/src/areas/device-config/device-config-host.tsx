import { lazy, Suspense, useEffect, useState } from 'react'
import { type DeviceConfigRef, onOpen } from '../../features/open.ts'

const DeviceConfigDialog = lazy(async () => ({
  default: (await import('./device-config-dialog.tsx')).DeviceConfigDialog,
}))

/** Shows the parameters of a device on request, on any screen. */
export function DeviceConfigHost() {
  const [opened, setOpened] = useState<DeviceConfigRef>()
  useEffect(() => onOpen('deviceConfig', ({ device }) => setOpened(device)), [])
  if (!opened) return null
  return (
    <Suspense>
      <DeviceConfigDialog key={opened.sn} device={opened} onClose={() => setOpened(undefined)} />
    </Suspense>
  )
}
