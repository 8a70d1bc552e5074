import {
  AimOutlined,
  BackwardOutlined,
  CaretRightOutlined,
  ExportOutlined,
  ForwardOutlined,
  PauseOutlined,
} from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ToolButton } from '../../components/tool-button.tsx'
import { RecordedMoment } from '../../features/player/recorded-moment.ts'
import { RecordedPlayer } from '../../features/player/recorded-player.tsx'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { useCan } from '../../session/session-store.ts'
import type { AlarmCamera } from './alarm-cameras.ts'
import { closeDetail } from './alarm-view-store.ts'
import { LEAD_IN_MS, spanAround } from './span-around.ts'

const SKIP_MS = 10_000
const LOOK_MS = 250

/** Recording of a camera around an alarm, from ten seconds before it, with a link to the replay screen. */
export function AlarmRecording({ alarm, camera }: { alarm: Alarm; camera: AlarmCamera }) {
  const t = useText('alarmDetail')
  const alarmMs = alarm.startTime * 1000
  const startMs = alarmMs - LEAD_IN_MS
  const [moment] = useState(() => new RecordedMoment(spanAround(alarmMs, platformNow()), startMs))
  const { sn, chnId } = camera
  const channel = useMemo(() => ({ sn, chnId }), [sn, chnId])
  const [pictureMs, setPictureMs] = useState<number>()
  return (
    <div className="alarm-recording">
      <div className="alarm-stage-picture">
        <RecordedPlayer
          channel={channel}
          leader={moment}
          onPicture={setPictureMs}
          noneText={t('recording.none')}
        />
        {pictureMs !== undefined && (
          <output
            className="alarm-recording-moment"
            aria-label={t('recording.moment')}
            data-ms={Math.round(pictureMs)}
          >
            {formatTime(pictureMs)}
          </output>
        )}
      </div>
      <MomentBar moment={moment} alarmMs={alarmMs} camera={camera} />
    </div>
  )
}

function MomentBar({
  moment,
  alarmMs,
  camera,
}: {
  moment: RecordedMoment
  alarmMs: number
  camera: AlarmCamera
}) {
  const t = useText('alarmDetail')
  const mayReplay = useCan('/videoReplay')
  const [{ atMs, running }, look] = useState(() => looked(moment))
  useEffect(() => {
    const again = () => look(looked(moment))
    const stop = moment.subscribe(again)
    const timer = setInterval(again, LOOK_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [moment])
  const { fromMs, toMs } = moment.span
  const toAlarm = alarmMs - LEAD_IN_MS
  return (
    <div className="alarm-recording-bar">
      <ToolButton
        label={running ? t('recording.pause') : t('recording.play')}
        icon={running ? <PauseOutlined /> : <CaretRightOutlined />}
        onClick={() => (running ? moment.pause() : moment.play())}
      />
      <ToolButton
        label={t('recording.back')}
        icon={<BackwardOutlined />}
        onClick={() => moment.seek(moment.positionMs() - SKIP_MS)}
      />
      <ToolButton
        label={t('recording.forward')}
        icon={<ForwardOutlined />}
        onClick={() => moment.seek(moment.positionMs() + SKIP_MS)}
      />
      <ToolButton
        label={t('recording.toAlarm')}
        icon={<AimOutlined />}
        onClick={() => moment.seek(toAlarm)}
      />
      <span className="alarm-recording-track">
        <input
          type="range"
          aria-label={t('recording.position')}
          aria-valuetext={formatTime(atMs)}
          min={fromMs}
          max={toMs}
          step={1000}
          value={atMs}
          style={{ '--played': `${((atMs - fromMs) / (toMs - fromMs)) * 100}%` } as React.CSSProperties}
          onChange={(event) => moment.seek(Number(event.target.value))}
        />
        <i
          title={t('recording.alarm')}
          style={{ left: `${Math.min(100, ((alarmMs - fromMs) / (toMs - fromMs)) * 100)}%` }}
        />
      </span>
      <time>{formatTime(atMs).slice(-8)}</time>
      {mayReplay && (
        <Link
          className="alarm-recording-replay"
          aria-label={t('recording.replay')}
          title={t('recording.replay')}
          to={`/videoReplay?sn=${encodeURIComponent(camera.sn)}&chnId=${camera.chnId}&from=${alarmMs - LEAD_IN_MS}`}
          onClick={closeDetail}
        >
          <ExportOutlined />
        </Link>
      )}
    </div>
  )
}

const looked = (moment: RecordedMoment) => ({ atMs: moment.positionMs(), running: moment.isRunning() })
