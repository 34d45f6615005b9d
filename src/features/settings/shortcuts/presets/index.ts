import { emacs } from './emacs.ts'
import { follow } from './follow.ts'
import { googleReader } from './google-reader.ts'
import { lectern } from './lectern.ts'
import { miniflux } from './miniflux.ts'
import type { Preset } from './preset.ts'
import { vim } from './vim.ts'
import { vsCode } from './vs-code.ts'

export type { Preset } from './preset.ts'
export const presets: readonly Preset[] = [lectern, vim, emacs, vsCode, googleReader, miniflux, follow]
