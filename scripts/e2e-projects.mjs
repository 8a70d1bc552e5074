/** Projects of tests/playwright.config.ts in the order in which they are run, never beside each other. */
export const E2E_PROJECTS = ['main', 'together', 'alone', 'soak']

/** Playwright's arguments for one of them. */
export const projectArgs = (project, ...more) => [
  'test',
  '--config',
  'tests/playwright.config.ts',
  `--project=${project}`,
  ...more,
]
