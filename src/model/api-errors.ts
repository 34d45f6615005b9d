/** Errors of the server's calls, for those above the model that show them. */
export { asApiError } from '../api/index.ts'
