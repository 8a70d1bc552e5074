import { CloseOutlined, VideoCameraAddOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { LiveDetections } from '../../features/detections/live-detections.tsx'
import { DevicePicker } from '../../features/device-tree/device-picker.tsx'
import { useDevice, useTreeIndex, useTreeState } from '../../features/device-tree/device-store.ts'
import { LivePlayer, type LivePlayerHandle } from '../../features/player/live-player.tsx'
import { useText } from '../../language/language.ts'
import { type AiCamera, analyses, firstCameras, readCameras, writeCameras } from './ai-cameras.ts'

type AiLiveProps = {
  /** As the address names them; empty: the first that there are. */
  cameras: string
  onCameras(cameras: string): void
  /** Beside the windows: the newest alarms. */
  children: ReactNode
}

/** Four AI cameras live, with boxes round their detections, and the alarms caused by them. */
export function AiLive({ cameras, onCameras, children }: AiLiveProps) {
  const t = useText('aiView')
  const index = useTreeIndex()
  const treeState = useTreeState()
  const isReady = treeState === 'ready'
  const [choosing, setChoosing] = useState<number>()
  const first = useMemo(() => (isReady ? firstCameras(index) : []), [index, isReady])
  // Once shown they stay, whichever cameras come and go.
  const shownFirst = useRef<AiCamera[]>([])
  if (shownFirst.current.length === 0) shownFirst.current = first
  const shown = cameras === '' ? readCameras(writeCameras(shownFirst.current)) : readCameras(cameras)
  const put = (at: number, camera: AiCamera | undefined) =>
    onCameras(writeCameras(shown.map((one, nth) => (nth === at ? camera : one))))

  return (
    <div className="ai-live">
      <section className="ai-live-windows" aria-label={t('viewLive')}>
        {shown.map((camera, nth) =>
          camera ? (
            <AiWindow
              key={nth}
              camera={camera}
              number={nth + 1}
              onChoose={() => setChoosing(nth)}
              onClose={() => put(nth, undefined)}
            />
          ) : (
            <div className="ai-window" key={nth}>
              <div className="ai-window-empty">
                {isReady || treeState === 'failed' ? (
                  <Button
                    ghost
                    icon={<VideoCameraAddOutlined aria-hidden />}
                    onClick={() => setChoosing(nth)}
                  >
                    {t('choose')}
                  </Button>
                ) : (
                  <Spin />
                )}
              </div>
            </div>
          ),
        )}
      </section>
      <aside className="ai-live-side" aria-label={t('viewAlarms')}>
        {children}
      </aside>
      {choosing !== undefined && (
        <DevicePicker
          want="videoChannel"
          filter={analyses}
          onPick={([picked]) => {
            if (picked?.channel) put(choosing, { sn: picked.sn, chnId: picked.channel.chnId })
            setChoosing(undefined)
          }}
          onCancel={() => setChoosing(undefined)}
        />
      )}
    </div>
  )
}

type AiWindowProps = { camera: AiCamera; number: number; onChoose(): void; onClose(): void }

function AiWindow({ camera: { sn, chnId }, number, onChoose, onClose }: AiWindowProps) {
  const t = useText('aiView')
  const device = useDevice(sn)
  const player = useRef<LivePlayerHandle>(null)
  const [playing, setPlaying] = useState(false)
  const [analysed, setAnalysed] = useState(true)
  const name = device?.name ?? sn
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window is no form
    <div className="ai-window" role="group" aria-label={t('window', { number, name })}>
      <div className="ai-window-bar">
        <span title={name}>{name}</span>
        {!analysed && <span role="status">{t('noAnalysis')}</span>}
        <Button
          type="text"
          size="small"
          icon={<VideoCameraAddOutlined />}
          aria-label={t('chooseFor', { number })}
          title={t('choose')}
          onClick={onChoose}
        />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('close', { number })}
          title={t('close', { number })}
          onClick={onClose}
        />
      </div>
      <LivePlayer
        ref={player}
        sn={sn}
        chnId={chnId}
        autoClose
        onState={({ state }) => setPlaying(state === 'playing')}
        overlay={
          <LiveDetections sn={sn} chnId={chnId} player={player} playing={playing} onAnalysed={setAnalysed} />
        }
      />
    </div>
  )
}
