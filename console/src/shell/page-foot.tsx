import { Suspense } from 'react'
import { AlarmBanner } from '../areas/alarms/alarm-banner.tsx'
import { SectionBoundary } from '../components/failure/section-boundary.tsx'
import { NotificationLine } from '../components/notifications/notification-line.tsx'

/** The last line of every screen with the header: alarms, and notifications. Nothing in it covers a screen. */
export function PageFoot({ withAlarms }: { withAlarms: boolean }) {
  return (
    <footer className="page-foot">
      {withAlarms && (
        <SectionBoundary>
          {/* In its place from the start: the screen keeps its size when the texts are there. */}
          <Suspense fallback={<div className="alarm-banner" />}>
            <AlarmBanner />
          </Suspense>
        </SectionBoundary>
      )}
      <NotificationLine />
    </footer>
  )
}
