/** Reads the bot's settings from the environment, and ends it with a sentence if one is missing. */
export function readEnvironment(...names) {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) giveUp(new Error(`Set ${missing.join(' and ')} in the environment: see README.md.`));
  return process.env;
}

/** Ends the bot with a sentence. */
export function giveUp({ message }) {
  console.error(message);
  process.exit(1);
}
