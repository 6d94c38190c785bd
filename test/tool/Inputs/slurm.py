#!/usr/bin/env python3
"""slurm.py FOLDER COMMAND...: runs the command beside a Slurm of one node, which it starts for that.

Its daemons, configuration and logs are in the folder; they end with the command. Exits as that does;
with 77 where they do not start.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1,bf_interval=1,default_queue_depth=1000
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
MinJobAge=300
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def prepare(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    folder.chmod(0o700)
    (folder / "key").write_bytes(os.urandom(128))
    (folder / "key").chmod(0o400)
    (folder / "slurm.conf").write_text(CONFIGURATION.format(
        host=socket.gethostname().split(".")[0], controller=free_port(), node=free_port(),
        user=subprocess.check_output(["id", "-un"], text=True).strip(), folder=folder,
        cores=os.cpu_count()))


def start(folder):
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    munge = ["munged", "--force", f"--key-file={folder}/key", f"--socket={folder}/munge.socket",
             f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
             f"--seed-file={folder}/seed"]
    for command in (munge, ["slurmctld"], ["slurmd"]):
        if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
            return False
    for _ in range(100):
        said = subprocess.run(["sinfo", "-h", "-o", "%t"], capture_output=True, text=True)
        if said.stdout.strip() == "idle":
            return True
        time.sleep(0.1)
    return False


def stop(folder):
    for name in ("slurmd", "slurmctld", "munged"):
        pid = folder / (name + ".pid")
        if pid.exists():
            try:
                os.kill(int(pid.read_text()), signal.SIGTERM)
            except ProcessLookupError:
                pass


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    prepare(folder)
    try:
        if not start(folder):
            return 77
        return subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode
    finally:
        stop(folder)


sys.exit(main())
