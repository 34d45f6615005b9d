/** Validates a sign-in or sign-up form before it is sent. Limits: wire-contract 3. */

export type AccountForm = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly repeated: string
  readonly invitation: string
}
export type AccountField = keyof AccountForm
/** Which sentence of `app:session.error` belongs under which field. */
export type AccountProblems = Partial<Record<AccountField, string>>

export const emptyAccount: AccountForm = { name: '', email: '', password: '', repeated: '', invitation: '' }
const SHORTEST = 8
const LONGEST = 128

/** @param invited the server accepts new accounts by invitation only */
export function accountProblems(
  form: AccountForm,
  mode: 'sign-in' | 'sign-up',
  invited = false,
): AccountProblems {
  const found: AccountProblems = {}
  const email = form.email.trim()
  if (email === '') found.email = 'emailMissing'
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) found.email = 'email'
  const password = passwordProblem(form.password, mode)
  if (password) found.password = password
  if (mode === 'sign-in') return found
  if (invited && form.invitation.trim() === '') found.invitation = 'invitationMissing'
  if (form.name.trim() === '') found.name = 'nameMissing'
  if (!password && form.repeated !== form.password) found.repeated = 'passwordsDiffer'
  return found
}

/** An existing password may be shorter than the current rule, so signing in only requires one. */
export function passwordProblem(password: string, mode: 'sign-in' | 'sign-up'): string | null {
  if (password === '') return 'passwordMissing'
  if (mode === 'sign-in') return null
  if (password.length < SHORTEST) return 'passwordShort'
  return password.length > LONGEST ? 'passwordLong' : null
}
