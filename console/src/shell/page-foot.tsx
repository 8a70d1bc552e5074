import { AlarmBanner } from '../areas/alarms/alarm-banner.tsx'
import { SectionBoundary } from '../components/failure/section-boundary.tsx'
import { NotificationLine } from '../components/notifications/notification-line.tsx'

/** The last line of every screen with the header: alarms, and notifications. Nothing in it covers a screen. */
export function PageFoot({ withAlarms }: { withAlarms: boolean }) {
  return (
    <footer className="page-foot">
      {withAlarms && (
        <SectionBoundary>
          <AlarmBanner />
        </SectionBoundary>
      )}
      <NotificationLine />
    </footer>
  )
}
