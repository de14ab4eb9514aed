/** Says why something failed, from the word that the workspace answered. */

import { label } from "./texts.js";

/** @type {Record<string, string>} */
const REASONS = {
  offline: "reasonOffline",
  msg_too_long: "reasonTooLong",
  operation_timeout: "reasonTimeout",
  dispatch_failed: "reasonNotConnected",
  not_in_channel: "reasonNotInChannel",
};

/**
 * Why something failed, in words; an unknown word stays as it is.
 * @param {string | undefined} code
 */
export function reason(code) {
  return code && Object.hasOwn(REASONS, code) ? label(REASONS[code]) : code ?? "unknown";
}
