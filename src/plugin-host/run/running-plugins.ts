import { createStore } from 'effector'
import type { Running } from './start.ts'

/** By id; plugins.ts starts and stops them. */
export const $running = createStore<ReadonlyMap<string, Running>>(new Map(), { serialize: 'ignore' })
