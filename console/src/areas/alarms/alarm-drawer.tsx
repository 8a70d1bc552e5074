import { ClearOutlined, CloseOutlined, ReadOutlined, SearchOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Button, Empty, Input, Segmented, Select, Tooltip } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { shown } from '../../app/message-bridge.tsx'
import { useCan } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { alarmKey } from '../../parts/alarms/alarm-key.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { type AlarmFilter, filterAlarms, isFiltering, NO_FILTER } from './alarm-filter.ts'
import { AlarmRow } from './alarm-row.tsx'
import { clearAlarms, markRead, useAlarms } from './alarm-store.ts'
import { openDetail, setDrawerOpen } from './alarm-view-store.ts'
import './alarm-drawer.css'

const ROW_PX = 58

/** The live list at the right edge; the screen beside it stays usable. */
export function AlarmDrawer() {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const list = useAlarms((alarms) => alarms.list)
  const [filter, setFilter] = useState<AlarmFilter>(NO_FILTER)
  const matching = useMemo(() => filterAlarms(list, filter), [list, filter])
  const unread = useMemo(() => list.filter((alarm) => alarm.isRead === 0), [list])
  const mayQuery = useCan('/earlyWarningData/alarmList')
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: matching.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => alarmKey(matching[index]!),
    overscan: 8,
  })
  const typeOptions = useMemo(
    () =>
      [...new Set(list.map((alarm) => alarm.type))].map((type) => ({
        value: type,
        label: types.nameOf(type),
      })),
    [list, types],
  )
  const readAll = () =>
    markRead(unread).catch((error: unknown) => void shown().message.error(errorText(error)))
  const askClear = () =>
    shown().modal.confirm({
      title: t('drawer.clearAsk'),
      content: t('drawer.clearHint'),
      okText: t('drawer.clear'),
      onOk: clearAlarms,
    })

  return (
    <aside className="alarm-drawer" aria-label={t('drawer.title')}>
      <header>
        <h2>{t('drawer.title')}</h2>
        <span className="alarm-drawer-count">
          {isFiltering(filter) ? `${matching.length} / ${list.length}` : list.length}
        </span>
        <Tooltip title={unread.length === 0 ? t('drawer.allRead') : t('drawer.readAll')}>
          <Button
            type="text"
            icon={<ReadOutlined />}
            disabled={unread.length === 0}
            aria-label={t('drawer.readAll')}
            onClick={readAll}
          />
        </Tooltip>
        <Tooltip title={t('drawer.clear')}>
          <Button
            type="text"
            icon={<ClearOutlined />}
            disabled={list.length === 0}
            aria-label={t('drawer.clear')}
            onClick={askClear}
          />
        </Tooltip>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('drawer.close')}
          onClick={() => setDrawerOpen(false)}
        />
      </header>
      <div className="alarm-drawer-filter">
        <Segmented
          block
          value={filter.state ?? 0}
          onChange={(state) => setFilter({ ...filter, state: state === 0 ? undefined : (state as 1 | 2) })}
          options={[
            { value: 0, label: t('drawer.every') },
            { value: 1, label: t('state.start') },
            { value: 2, label: t('state.stop') },
          ]}
        />
        <Select
          allowClear
          placeholder={t('drawer.anyType')}
          aria-label={t('field.type')}
          value={filter.type}
          onChange={(type: string | undefined) => setFilter({ ...filter, type })}
          options={typeOptions}
        />
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('drawer.devicePlaceholder')}
          aria-label={t('drawer.device')}
          value={filter.device}
          onChange={(event) => setFilter({ ...filter, device: event.target.value })}
        />
      </div>
      {matching.length === 0 ? (
        <Empty
          className="alarm-drawer-empty"
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={isFiltering(filter) ? t('drawer.noneMatches') : t('drawer.none')}
        />
      ) : (
        <div className="alarm-drawer-list" ref={scroller}>
          <ul style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((item) => {
              const alarm = matching[item.index]!
              return (
                <li key={item.key} style={{ transform: `translateY(${item.start}px)`, height: ROW_PX }}>
                  <AlarmRow alarm={alarm} types={types} onOpen={() => openDetail(alarm, matching)} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {mayQuery && (
        <footer>
          <Link to="/earlyWarningData/alarmList">{t('drawer.toQuery')}</Link>
        </footer>
      )}
    </aside>
  )
}
