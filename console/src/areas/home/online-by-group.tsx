import type { FleetGroup } from './use-fleet.ts'

/** Devices online per group. */
export function OnlineByGroup({ groups }: { groups: readonly FleetGroup[] }) {
  return (
    <ul className="bars">
      {groups.map((group) => (
        <li key={group.id}>
          <span>{group.name}</span>
          <span className="bar" aria-hidden="true">
            <span className="bar-online" style={{ width: `${(group.online / group.devices) * 100}%` }} />
          </span>
          <span className="bar-count">
            {group.online} / {group.devices}
          </span>
        </li>
      ))}
    </ul>
  )
}
