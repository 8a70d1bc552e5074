import { DownloadOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import type { importDevices } from '@backlot/contract/device-admin/calls'
import type { ImportRow } from '@backlot/contract/device-admin/entities'
import { Alert, Button, Checkbox, Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { reasonsText, saveReport } from './import-files.ts'

/** Result, actual or expected, for every row of a file. */
export function ImportReport({ report }: { report: DataOut<typeof importDevices> }) {
  const t = useText('deviceAdmin')
  const [refusedOnly, setRefusedOnly] = useState(false)
  const { list, added, refused } = report
  const well = list.length - refused
  const words = added > 0 ? t('file.added', { count: added }) : t('file.ready', { count: well })
  const rows = refusedOnly ? list.filter(({ result }) => result === 'refused') : list
  return (
    <section className="import-report">
      <Alert
        showIcon
        type={refused === 0 ? 'success' : 'warning'}
        title={refused === 0 ? words : `${words} · ${t('file.refused', { count: refused })}`}
      />
      <div className="import-report-bar">
        <Checkbox checked={refusedOnly} onChange={({ target }) => setRefusedOnly(target.checked)}>
          {t('file.onlyRefused')}
        </Checkbox>
        <Button icon={<DownloadOutlined />} onClick={() => void saveReport(t, list)}>
          {t('file.report')}
        </Button>
      </div>
      <Table<ImportRow>
        size="small"
        aria-label={t('file.reportName')}
        rowKey="row"
        dataSource={rows}
        pagination={{ pageSize: 100, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 740, y: 320 }}
        columns={[
          { key: 'row', title: t('file.row'), dataIndex: 'row', width: 64, align: 'right' },
          { key: 'sn', title: t('sn'), dataIndex: 'sn', width: 190, ellipsis: true },
          { key: 'name', title: t('name'), dataIndex: 'name', width: 160, ellipsis: true },
          {
            key: 'result',
            title: t('file.result'),
            width: 96,
            render: (_none, { result }) => (
              <span className="import-result" data-result={result}>
                {t(`file.results.${result}`)}
              </span>
            ),
          },
          { key: 'reasons', title: t('file.reasons'), render: (_none, row) => reasonsText(row) },
        ]}
      />
    </section>
  )
}
