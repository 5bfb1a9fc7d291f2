#!/bin/sh
# Runs a command of openladder as the user of the container.
set -eu
if ! getent passwd "$(id -u)" >/dev/null; then
  NSS_WRAPPER_PASSWD=$(mktemp)
  NSS_WRAPPER_GROUP=/etc/group
  LD_PRELOAD=$(ls /usr/lib/*/libnss_wrapper.so)
  echo "openladder:x:$(id -u):$(id -g)::/data:/usr/sbin/nologin" >"$NSS_WRAPPER_PASSWD"
  export NSS_WRAPPER_PASSWD NSS_WRAPPER_GROUP LD_PRELOAD
fi
exec node /openladder/bin/openladder.mjs "$@"
