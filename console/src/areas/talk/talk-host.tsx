import { lazy, Suspense, useEffect } from 'react'
import { onOpen } from '../../features/open.ts'
import { onAnswerCall, onEndTalk } from '../../features/talk/talk-state.ts'
import { useSettings } from '../../platform/settings-store.ts'
import './talk.css'
import './talk-guide.css'
import {
  answer,
  endAll,
  isOnCard,
  openIntercom,
  reject,
  startIntercom,
  useIntercom,
} from './intercom-store.ts'
import { startMeetings, useMeetings } from './meeting-store.ts'
import { showTool, useTalkTools } from './open-tool.ts'

const IntercomPanel = lazy(async () => ({ default: (await import('./intercom-panel.tsx')).IntercomPanel }))
const CallToolsBox = lazy(async () => ({ default: (await import('./call-tools-box.tsx')).CallToolsBox }))
const MeetingBox = lazy(async () => ({ default: (await import('./meeting-box.tsx')).MeetingBox }))
const PttBox = lazy(async () => ({ default: (await import('./ptt-box.tsx')).PttBox }))
const GuideCarousel = lazy(async () => ({ default: (await import('./guide-carousel.tsx')).GuideCarousel }))

/** The part of talk that is there on every screen: popup, call tools, meeting, push-to-talk, the guide. */
export function TalkHost({ intercom, meetings }: { intercom: boolean; meetings: boolean }) {
  useEffect(() => {
    if (!intercom) return
    const stops = [
      startIntercom(),
      onOpen('talk', ({ target }) => openIntercom(target)),
      onEndTalk(endAll),
      onAnswerCall({ answer, reject }),
    ]
    // The guide is for pages that have no right to the microphone (stated: over plain http only).
    if (!window.isSecureContext && !useSettings.getState().noShowGuideWindowAgain) showTool('guide')
    return () => {
      for (const stop of stops) stop()
    }
  }, [intercom])
  useEffect(() => (meetings ? startMeetings() : undefined), [meetings])
  useEffect(() => onOpen('meeting', () => showTool('meeting')), [])
  return <TalkBoxes intercom={intercom} meetings={meetings} />
}

function TalkBoxes({ intercom, meetings }: { intercom: boolean; meetings: boolean }) {
  const panel = useIntercom((state) => state.panel)
  const inCall = useIntercom(
    ({ call, incoming }) => call !== undefined || incoming.some((one) => !isOnCard(one)),
  )
  const tools = useTalkTools()
  const inMeeting = useMeetings(({ here, invitation }) => here !== undefined || invitation !== undefined)
  return (
    <div className="talk-layer">
      {/* Each by itself: a box that is still being fetched must not hide another, whose button may be held. */}
      <Suspense>{intercom && panel && <IntercomPanel key={panel.target.sn} panel={panel} />}</Suspense>
      <Suspense>{intercom && inCall && <CallToolsBox />}</Suspense>
      <Suspense>{meetings && (tools.meeting || inMeeting) && <MeetingBox />}</Suspense>
      <Suspense>{intercom && tools.ptt && <PttBox />}</Suspense>
      <Suspense>
        {intercom && tools.guide && <GuideCarousel onClose={() => showTool('guide', false)} />}
      </Suspense>
    </div>
  )
}
