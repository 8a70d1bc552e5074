/** Result of a check. good: present; lacking: works with limits; broken: `backlot start` will not run. */
export type Finding = {
  name: string
  state: 'good' | 'lacking' | 'broken'
  found: string
  /** How to get it, in one line. */
  wayOut?: string
}

export type Check = () => Promise<Finding> | Finding
