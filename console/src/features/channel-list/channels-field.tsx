import { PlusOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { ChannelList } from './channel-list.tsx'
import { ChannelPicker } from './channel-picker.tsx'
import { pollGroups } from './polling-groups.ts'

type ChannelsFieldProps = {
  value?: readonly PollChannel[] | undefined
  onChange?: (list: PollChannel[]) => void
  /** Windows shown at once. */
  window: number
}

/** Channels of a form: chosen from the tree, put into order, taken out. No value: they are on their way. */
export function ChannelsField({ value, onChange, window }: ChannelsFieldProps) {
  const t = useText('polling')
  const [picking, setPicking] = useState(false)
  const list = value ?? []
  const groups = pollGroups(list, window)
  const room = LIMITS.pollingChannelsMax - list.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a form item
    <div className="channels-field" role="group" aria-label={t('list.title')}>
      <header>
        <span>{t('list.summary', { count: list.length, groups: groups.length })}</span>
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={!value || room === 0}
          onClick={() => setPicking(true)}
        >
          {t('list.add')}
        </Button>
      </header>
      <div>
        {!value && <Spin size="small" className="channel-hint" />}
        {value?.length === 0 && <p className="channel-hint">{t('list.none')}</p>}
        <ChannelList label={t('list.title')} list={list} groups={groups} onChange={onChange} />
      </div>
      {picking && (
        <ChannelPicker
          present={list}
          most={room}
          onPick={(channels) => {
            setPicking(false)
            onChange?.([...list, ...channels])
          }}
          onCancel={() => setPicking(false)}
        />
      )}
    </div>
  )
}
