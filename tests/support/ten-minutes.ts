/** "A plugin in ten minutes" of plugins/README.md, step by step, in a copy of the source. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const PARTS = ['src', 'plugins', 'locales', 'commands', 'migrations', 'public', 'tests/support']
const FILES = [
  'package.json',
  'tsconfig.json',
  'tests/tsconfig.json',
  'vite.config.ts',
  '.oxfmtrc.json',
  '.oxlintrc.json',
]

export type SourceCopy = {
  readonly folder: string
  /** Runs a line as a shell does, with this Node. @throws where it fails */
  readonly run: (line: string) => string
  readonly remove: () => void
}

/** For programs that run in a copy: `node` is this Node. */
export const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  NO_COLOR: '1',
}

/** A copy of the source, with shared dependencies. */
export function copySource(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ten-minutes-'))
  // With thousands of files these programs take a tenth of the time of Node's own functions.
  for (const part of [...PARTS, ...FILES]) {
    mkdirSync(dirname(join(folder, part)), { recursive: true })
    execFileSync('cp', ['-R', join(root, part), join(folder, part)])
  }
  mkdirSync(join(folder, 'node_modules'))
  // The copy has its own caches of tools.
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/^\.(?!bin)/.test(one)))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return {
    folder,
    run: (line) =>
      execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: environment }),
    remove: () => void execFileSync('rm', ['-rf', folder]),
  }
}

export type Step = { readonly file: string | null; readonly text: string }

/** The steps in order: a file with its text, or shell commands. */
export function readSteps(): readonly Step[] {
  const guide = readFileSync(join(root, 'plugins/README.md'), 'utf8')
  const [, section = ''] = guide.split('### A plugin in ten minutes')
  const [page = ''] = section.split('\n## ')
  return [...page.matchAll(/(?:`(plugins\/[^`]+)`[^`\n]*:|:)\n\n```\w+\n([\s\S]*?)```/g)].map(
    ([, file = null, text = '']) => ({ file, text }),
  )
}

/** @throws where a step does not work */
export function follow(steps: readonly Step[], { folder, run }: SourceCopy): void {
  for (const { file, text } of steps) {
    if (file === null) for (const line of text.trim().split('\n')) run(line)
    else if (existsSync(join(folder, file))) writeFileSync(join(folder, file), text)
    else throw new Error(`No step before it has written ${file}`)
  }
}
