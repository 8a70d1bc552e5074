import { JOB_KINDS } from '@backlot/contract/control/cluster-constants'
import type { ClusterState, Member } from '@backlot/contract/control/cluster-state'
import { count, dateTime } from '../format.ts'
import { type Column, Panel, Table } from '../parts.tsx'
import { t } from '../text.ts'
import type { SectionProps } from './section.ts'

/** The machines of the platform's cluster, and the work that they do. */
export function MachinesSection({ state: { cluster } }: SectionProps) {
  if (!cluster) {
    return (
      <Panel head={t('machines.cluster')}>
        <p className="note">{t('machines.alone')}</p>
      </Panel>
    )
  }
  return (
    <div>
      <StatePanel cluster={cluster} />
      <MembersPanel members={cluster.members} />
      <JobsPanel cluster={cluster} />
    </div>
  )
}

function StatePanel({ cluster: { redis, connected, members } }: { cluster: ClusterState }) {
  const facts = [
    [t('machines.redis'), redis],
    [t('machines.connection'), t(connected ? 'machines.connected' : 'machines.away')],
    [t('machines.members'), count(members.length)],
    // All machines of a cluster have the same.
    [t('machines.version'), members[0] ? `${members[0].version} (${members[0].contract})` : '—'],
  ] as const
  return (
    <Panel head={t('machines.cluster')}>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!connected && <p className="note">{t('machines.awayWhy')}</p>}
    </Panel>
  )
}

function MembersPanel({ members }: { members: readonly Member[] }) {
  const columns: Column<Member>[] = [
    [t('machines.role'), ({ role }) => t(`machines.${role}`)],
    [t('machines.name'), ({ name }) => name],
    [t('machines.host'), ({ host, pid }) => `${host} (${pid})`],
    [t('machines.since'), ({ sinceMs }) => dateTime(sinceMs), 'number'],
    [t('machines.loadCores'), ({ load, cores }) => `${load.toFixed(1)} / ${count(cores)}`, 'number'],
    [t('machines.memory'), ({ memoryMb }) => `${count(memoryMb)} MB`, 'number'],
    [t('machines.carries'), carriedOf],
  ]
  return (
    <Panel head={t('machines.list')}>
      <Table label={t('machines.list')} columns={columns} rows={members} keyOf={({ id }) => id} />
    </Panel>
  )
}

/** Jobs that a machine carries, of each kind that it takes. */
function carriedOf({ takes, carries }: Member): string {
  const kinds = JOB_KINDS.filter((kind) => (takes[kind] ?? 0) > 0)
  return kinds
    .map((kind) => {
      const carried = carries.filter((job) => job.startsWith(`${kind}/`)).length
      return `${t(`machines.${kind}`)} ${count(carried)} / ${count(takes[kind] ?? 0)}`
    })
    .join(', ')
}

function JobsPanel({ cluster: { jobs } }: { cluster: ClusterState }) {
  const columns: Column<ClusterState['jobs'][number]>[] = [
    [t('kind'), ({ kind }) => t(`machines.${kind}`)],
    [t('machines.waiting'), ({ waiting }) => count(waiting), 'number'],
    [t('machines.active'), ({ active }) => count(active), 'number'],
  ]
  return (
    <Panel head={t('machines.jobs')}>
      <Table label={t('machines.jobs')} columns={columns} rows={jobs} keyOf={({ kind }) => kind} />
    </Panel>
  )
}
