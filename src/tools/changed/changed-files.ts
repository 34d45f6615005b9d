/** What differs from a commit, committed or not. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../step.ts'

export type ChangedFile = {
  /** Its path from the top of the repository. */
  readonly file: string
  /** False where it was removed. */
  readonly exists: boolean
}

/**
 * The files that differ from where this branch left a commit, untracked ones included.
 * @param commit as Git names it, such as `HEAD~3` or `origin/main`
 * @param folder the top of a repository
 * @throws where Git knows no such commit
 */
export function changedFiles(commit: string, folder = root): readonly ChangedFile[] {
  const git = (...parameters: readonly string[]) =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const base = git('merge-base', '--end-of-options', commit, 'HEAD').trim()
  const names = [
    ...git('diff', '--name-only', '--no-renames', '-z', base).split('\0'),
    ...git('ls-files', '--others', '--exclude-standard', '-z').split('\0'),
  ]
  return [...new Set(names)]
    .filter((file) => file !== '')
    .toSorted()
    .map((file) => ({ file, exists: existsSync(join(folder, file)) }))
}
