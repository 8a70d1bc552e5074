import { Checkbox, Select } from 'antd'
import { useEffect } from 'react'
import { useText } from '../../language/language.ts'
import { FloatingBox } from './floating-box.tsx'
import { LevelMeter } from './level-meter.tsx'
import { showTool } from './open-tool.ts'
import { inTalkLayer } from './popup-container.ts'
import { joinGroup, leaveGroup, pressFloor, releaseFloor, startPtt, usePtt } from './ptt-store.ts'
import { TalkButton } from './talk-button.tsx'
import { VolumePopup } from './volume-popup.tsx'

/** Push-to-talk: a group of radios, the speaker, and the button that requests the floor. */
export function PttBox() {
  const t = useText('talk')
  const { service, groups, here, floor, pressed, queue } = usePtt()
  useEffect(startPtt, [])
  const group = groups.find(({ groupId }) => groupId === here)
  const waiting = floor?.waiting ?? 0
  return (
    <FloatingBox
      name="ptt"
      label={t('ptt.title')}
      title={t('ptt.title')}
      tools={<VolumePopup />}
      closeLabel={t('ptt.close')}
      onClose={() => showTool('ptt', false)}
    >
      <div className="talk-body">
        {service !== 'ready' ? (
          <p className="talk-empty">{t('ptt.offline')}</p>
        ) : groups.length === 0 ? (
          <p className="talk-empty">{t('ptt.none')}</p>
        ) : (
          <Select
            allowClear
            aria-label={t('ptt.group')}
            placeholder={t('ptt.choose')}
            options={groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
            value={here ?? null}
            onChange={(groupId: number | null | undefined) =>
              groupId === undefined || groupId === null ? leaveGroup() : joinGroup(groupId)
            }
            style={{ width: '100%' }}
            getPopupContainer={inTalkLayer}
          />
        )}
        {group && (
          <p className="talk-hint">
            {t('ptt.radios', { devices: group.devicesOnline, operators: group.operators })}
          </p>
        )}
        {here !== undefined && service === 'ready' && (
          <>
            <p className="talk-floor" role="status" data-mine={floor?.mine ?? false}>
              <i
                className="talk-lamp"
                data-state={floor?.mine ? 'calling' : floor?.holder ? 'monitoring' : 'idle'}
              />
              {floor?.mine
                ? t('ptt.you')
                : floor?.holder
                  ? t('ptt.speaks', { name: floor.holder.name })
                  : t('ptt.free')}
              {waiting > 0 && <small className="talk-note">{t('ptt.waiting', { count: waiting })}</small>}
            </p>
            <LevelMeter
              which={floor?.mine ? 'in' : 'out'}
              label={floor?.mine ? t('box.said') : t('box.heard')}
            />
            <TalkButton
              label={t('ptt.hold')}
              caption={
                floor?.position !== undefined
                  ? t('ptt.waitsOne', { position: floor.position })
                  : floor?.mine
                    ? t('ptt.you')
                    : t('ptt.hold')
              }
              state={floor?.mine ? 'live' : pressed ? 'waiting' : 'idle'}
              onPress={() => void pressFloor()}
              onRelease={releaseFloor}
            />
            <Checkbox checked={queue} onChange={(event) => usePtt.setState({ queue: event.target.checked })}>
              {t('ptt.queue')}
            </Checkbox>
          </>
        )}
      </div>
    </FloatingBox>
  )
}
