import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'

type Props = {
  columns: readonly { key: string; title: string; fixed?: boolean }[]
  shown: ReadonlySet<string>
  choose: (keys: readonly string[]) => void
  reset: () => void
}

/** Chooses the columns of a table. */
export function ColumnMenu({ columns, shown, choose, reset }: Props) {
  const t = useText('shell')
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      title={t('table.columns')}
      content={
        <div className="table-columns">
          {columns.map((column) => (
            <Checkbox
              key={column.key}
              checked={shown.has(column.key)}
              disabled={column.fixed ?? false}
              onChange={(event) =>
                choose(
                  columns
                    .filter(({ key }) => (key === column.key ? event.target.checked : shown.has(key)))
                    .map(({ key }) => key),
                )
              }
            >
              {column.title}
            </Checkbox>
          ))}
          <Button type="link" onClick={reset}>
            {t('table.columnsReset')}
          </Button>
        </div>
      }
    >
      <Tooltip title={open ? '' : t('table.columns')}>
        <Button icon={<SettingOutlined />} aria-label={t('table.columns')} />
      </Tooltip>
    </Popover>
  )
}
