/** The secret of a rule, named so: it is shown once. */
export type NewSecret = { name: string; secret: string }
