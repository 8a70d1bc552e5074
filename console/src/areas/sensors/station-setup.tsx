import { BoundCard } from './bound-card.tsx'
import { InstallCard } from './install-card.tsx'
import { PointsCard } from './points-card.tsx'
import './station-setup.css'

/** What was set up at a station: how it was installed, where it measures, which cameras look at it. */
export function StationSetup({ sn }: { sn: string }) {
  return (
    <div className="station-setup">
      <InstallCard sn={sn} />
      <BoundCard sn={sn} />
      <PointsCard sn={sn} />
    </div>
  )
}
