import { BoundCard } from './bound-card.tsx'
import { InstallCard } from './install-card.tsx'
import { PointsCard } from './points-card.tsx'
import './device-setup.css'

/** Setup of a device: how it was installed, which cameras look at it, and its monitoring points, if it measures. */
export function DeviceSetup({ sn }: { sn: string }) {
  return (
    <div className="device-setup">
      <InstallCard sn={sn} />
      <BoundCard sn={sn} />
      <PointsCard sn={sn} />
    </div>
  )
}
