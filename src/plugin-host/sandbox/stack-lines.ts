/** How many lines of a stack a plugin's worker sends. Apart from the schemas, which are not part of the worker. */
export const MAX_STACK_LINES = 20
